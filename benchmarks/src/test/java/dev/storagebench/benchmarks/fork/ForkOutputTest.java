package dev.storagebench.benchmarks.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

final class ForkOutputTest {

  /** A JVM that does not start: JMH keeps its stderr, and reports the exit code only. */
  @Test
  void theLastLineOfStderrOfAForkThatDiedIsInTheMessage() {
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    ForkOutput output = new ForkOutput(new PrintStream(log, true, StandardCharsets.UTF_8));
    Options options =
        new OptionsBuilder()
            .include("\\.PointRead\\.get$")
            .forks(1)
            .jvmArgs("-XX:+NoSuchFlag")
            .shouldFailOnError(true)
            .build();
    // The lock that JMH takes, whatever other test holds it.
    System.setProperty("jmh.ignoreLock", "true");
    RunnerException thrown =
        catchThrowableOfType(
            RunnerException.class,
            () ->
                new Runner(
                        options,
                        OutputFormatFactory.createFormatInstance(output, VerboseMode.NORMAL))
                    .run());
    System.clearProperty("jmh.ignoreLock");
    assertThat(ForkDeath.explain(thrown, output.lastError()))
        .isEqualTo(
            "the fork died with exit code 1; stderr: Error: A fatal exception has occurred. Program will exit.");
    assertThat(log.toString(StandardCharsets.UTF_8)).contains("NoSuchFlag");
  }

  @Test
  void aFailedAssertionCountsMoreThanTheStackThatFollowsIt() {
    ForkOutput output = new ForkOutput(new PrintStream(PrintStream.nullOutputStream()));
    output.println("<stderr last='20 lines'>");
    output.println("mdb.c:2143: Assertion 'rc == 0' failed in mdb_page_dirty()");
    output.println("/usr/lib/liblmdb.so(+0x3a1)");
    output.println("</stderr>");
    output.println("# Run complete.");
    assertThat(output.lastError())
        .hasValue("stderr: mdb.c:2143: Assertion 'rc == 0' failed in mdb_page_dirty()");
  }
}
