package dev.storagebench.engines.perconaft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.engines.library.NativeMemory.Block;
import org.junit.jupiter.api.Test;

class HandleTest {
  private static final long FUNCTION = 4711;
  private static final int ENV_SLOTS = 86;
  private static final int DB_SLOTS = 56;

  private static Block slots(int slots, int shift, int... empty) {
    Block handle = new Block((slots + 1) * Long.BYTES);
    for (int i = 0; i < slots; i++) {
      handle.putLong(i * Long.BYTES, FUNCTION);
    }
    for (int each : empty) {
      handle.putLong(each + shift, 0);
    }
    return handle;
  }

  private static String mismatch(Handle layout, Block handle, long from) {
    return layout.mismatch(handle.address(), from, address -> address == FUNCTION).orElse("none");
  }

  @Test
  void aLayoutIsKnownByItsEmptySlots() {
    try (Block handle = slots(ENV_SLOTS, 0, 208, 464, 472, 520)) {
      assertThat(mismatch(Handle.ENV, handle, 0)).isEqualTo("none");
    }
  }

  @Test
  void aLayoutWithOneMethodMoreBeforeIsAnotherOne() {
    try (Block handle = slots(ENV_SLOTS, Long.BYTES, 208, 464, 472, 520)) {
      assertThat(mismatch(Handle.ENV, handle, 0)).contains("DB_ENV", "208");
    }
  }

  @Test
  void anAddressOutsideTheLibraryIsNoMethod() {
    try (Block handle = slots(ENV_SLOTS, 0, 208, 464, 472, 520)) {
      handle.putLong(656, FUNCTION + 1);
      assertThat(mismatch(Handle.ENV, handle, 0)).contains("656");
    }
  }

  @Test
  void aDictionaryBelongsToTheEnvironmentThatCreatedIt() {
    try (Block handle = slots(DB_SLOTS, 0, 304, 320, 384, 432, 440)) {
      handle.putLong(312, 42);
      assertThat(mismatch(Handle.DB, handle, 42)).isEqualTo("none");
      assertThat(mismatch(Handle.DB, handle, 43)).contains("DB has", "312");
    }
  }
}
