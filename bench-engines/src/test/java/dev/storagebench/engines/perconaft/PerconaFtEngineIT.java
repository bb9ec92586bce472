package dev.storagebench.engines.perconaft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.Batch;
import dev.storagebench.core.engine.BulkLoader;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineContract;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.engine.UnsupportedSettingException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Also what PerconaFT has that other engines have not. */
class PerconaFtEngineIT extends EngineContract {
  private static final ByteBuffer EMPTY = ByteBuffer.allocateDirect(0);
  private static final ByteBuffer KEY = ByteBuffer.allocateDirect(5);

  @TempDir Path other;

  @Override
  protected StorageEngine engine() {
    return new PerconaFtEngine();
  }

  private KeyValueStore open(Path folder, String candidate, Compression compression) {
    Candidate own = Candidate.parse(candidate);
    return Engines.of(own)
        .open(folder, settings(Durability.NONE, compression).withOptions(own.options()));
  }

  /** The library would end the process. */
  @Test
  void anEmptyKeyIsRefusedBeforeTheLibrarySeesIt() {
    close();
    try (KeyValueStore store = open(other, "perconaft", Compression.NONE);
        Session session = store.session();
        Batch batch = session.batch()) {
      assertThatThrownBy(() -> session.put(EMPTY, KEY)).hasMessageContaining("1 to 32,768 bytes");
      assertThatThrownBy(() -> session.get(EMPTY, KEY)).isInstanceOf(EngineException.class);
      assertThatThrownBy(() -> session.delete(EMPTY)).isInstanceOf(EngineException.class);
      batch.put(EMPTY, KEY);
      assertThatThrownBy(batch::commit).isInstanceOf(EngineException.class);
    }
  }

  @Test
  void valuesHaveUpTo32Mebibytes() {
    close();
    ByteBuffer value = ByteBuffer.allocateDirect((32 << 20) + 1);
    value.put(32 << 20, (byte) 7);
    try (KeyValueStore store = open(other, "perconaft", Compression.NONE);
        Session session = store.session()) {
      assertThatThrownBy(() -> session.put(KEY, value)).hasMessageContaining("33,554,432");
      session.put(KEY, value.position(1));
      ByteBuffer into = ByteBuffer.allocateDirect(32 << 20);
      assertThat(session.get(KEY, into)).isEqualTo(32 << 20);
      assertThat(into).isEqualTo(value);
    }
  }

  @Test
  void eachCodecOfItsOwnTakesLessRoom() {
    close();
    TreeMap<Codec, Long> sizes = new TreeMap<>();
    for (Codec codec : Codec.values()) {
      Path folder = other.resolve(codec.name());
      assertThat(folder.toFile().mkdir()).isTrue();
      String name = codec.name().toLowerCase(Locale.ROOT);
      // A format replaces the codec that is requested of all, even one that PerconaFT has not.
      try (KeyValueStore store =
          open(folder, "p=perconaft{format=" + name + "}", Compression.ZSTD)) {
        assertThat(store.settings())
            .filteredOn(each -> each.name().equals("compression"))
            .singleElement()
            .satisfies(
                each -> {
                  assertThat(each.role()).isEqualTo(AppliedSetting.Role.REPLACED);
                  assertThat(each.value()).isEqualTo(name);
                });
        load(store);
        assertThat(store.settle(Duration.ofSeconds(60)).idle()).isTrue();
        sizes.put(codec, store.stats().get("size_in_use"));
        assertThat(store.bytesOnDisk()).isGreaterThan(sizes.get(codec));
      }
    }
    assertThat(sizes.tailMap(Codec.SNAPPY).values())
        .hasSize(4)
        .allSatisfy(size -> assertThat(size).isLessThan(sizes.get(Codec.UNCOMPRESSED)));
  }

  private static void load(KeyValueStore store) {
    try (BulkLoader loader = store.loader()) {
      for (int i = 0; i < 3000; i++) {
        String words = "";
        for (int word = 0; word < 60; word++) {
          words += Integer.toString(Math.floorMod(i * 31 + word * word * 17, 999), 26) + " ";
        }
        loader.add(direct("key " + i), direct(words));
      }
    }
  }

  private static ByteBuffer direct(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
  }

  @Test
  void aStoreWithAnotherCodecIsRefused() {
    close();
    open(other, "p=perconaft{format=zlib}", Compression.NONE).close();
    assertThatThrownBy(() -> open(other, "perconaft", Compression.NONE))
        .isInstanceOf(UnsupportedSettingException.class)
        .hasMessageContaining("codec 8");
  }

  @Test
  void optionsAreNumbersByTheNamesOfTheirSetters() {
    close();
    open(
            other,
            "p=perconaft{pagesize=1048576;fanout=8;cleaner_period=0;lg_max=1000000}",
            Compression.NONE)
        .close();
    assertThatThrownBy(() -> open(other, "p=perconaft{fanout=many}", Compression.NONE))
        .hasMessageContaining("fanout")
        .hasMessageContaining("many");
    assertThatThrownBy(() -> Engines.of(Candidate.parse("p=perconaft{format=zip}")))
        .hasMessageContaining("uncompressed, snappy, zlib, quicklz, lzma");
  }
}
