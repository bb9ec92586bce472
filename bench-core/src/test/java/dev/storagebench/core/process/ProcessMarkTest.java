package dev.storagebench.core.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;

class ProcessMarkTest {
  @Test
  void aProcessHasEndedIfAnotherHasItsNumber() {
    ProcessMark self = ProcessMark.self();
    assertThat(self.hasEnded()).isFalse();
    assertThat(new ProcessMark(self.namespace(), self.pid(), 1).hasEnded()).isTrue();
  }

  /** Its number means nothing here. */
  @Test
  void aProcessOfAnotherNamespaceHasEndedIfThatHas() throws Exception {
    Process first =
        new ProcessBuilder(
                "unshare", "--pid", "--fork", "sh", "-c", "readlink /proc/self/ns/pid; read x")
            .start();
    String link = String.valueOf(first.inputReader().readLine());
    assumeTrue(link.startsWith("pid:"), "no PID namespace can be made here");
    long namespace = Long.parseLong(link.replaceAll("\\D", ""));
    ProcessMark mark = new ProcessMark(namespace, ProcessHandle.current().pid(), 1);
    try {
      assertThat(mark.hasEnded()).isFalse();
    } finally {
      first.getOutputStream().close();
    }
    first.waitFor();
    // From within a container it may be a sibling's.
    assertThat(mark.hasEnded()).isEqualTo(ProcessMark.self().namespace() == 0xEFFFFFFCL);
  }
}
