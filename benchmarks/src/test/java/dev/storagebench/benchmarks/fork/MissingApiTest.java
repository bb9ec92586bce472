package dev.storagebench.benchmarks.fork;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.engine.Candidate;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people read when a version does not fit; the messages are those of HotSpot 17 and 25. */
class MissingApiTest {
  private static final Candidate CANDIDATE = Candidate.parse("rocksdb@5.8.0");

  @TempDir private Path folder;

  private static String message(LinkageError error) {
    return MissingApi.problem(CANDIDATE, error).message();
  }

  @Test
  void whatIsMissingIsNamedAsTheJvmNamesIt() {
    assertThat(
            message(
                new NoSuchMethodError(
                    "'int org.rocksdb.RocksDB.get(org.rocksdb.ReadOptions, java.nio.ByteBuffer, byte[])'")))
        .isEqualTo(
            "rocksdb@5.8.0 is incompatible with its adapter: NoSuchMethodError: 'int org.rocksdb.RocksDB.get(org.rocksdb.ReadOptions, java.nio.ByteBuffer, byte[])'");
    assertThat(message(new UnsatisfiedLinkError("/tmp/lib.so: libz.so.9: not found")))
        .isEqualTo(
            "rocksdb@5.8.0 is incompatible with its adapter: UnsatisfiedLinkError: /tmp/lib.so: libz.so.9: not found");
  }

  @Test
  void aClassOfTheEnginesPackageFromElsewhereIsAMixOfTwoVersions() throws Exception {
    Path jar = folder.resolve("rocksdbjni-5.8.0.jar");
    try (OutputStream out = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.putNextEntry(new ZipEntry("org/rocksdb/RocksDB.class"));
    }
    List<String> lines =
        List.of(
            "java.lang.Object source: shared objects file",
            "dev.storagebench.engines.rocksdb.RocksDbStore source: file:/opt/benchmarks.jar",
            "org.rocksdb.RocksDB source: file:" + jar);
    assertThat(MissingApi.problem(CANDIDATE, List.of(jar), lines)).isEmpty();
    List<String> mixed = new ArrayList<>(lines);
    mixed.add("org.rocksdb.Cache source: file:/opt/benchmarks.jar");
    assertThat(MissingApi.problem(CANDIDATE, List.of(jar), mixed).orElseThrow().message())
        .contains("lacks class org.rocksdb.Cache,");
  }
}
