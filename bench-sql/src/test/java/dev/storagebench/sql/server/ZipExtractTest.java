package dev.storagebench.sql.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.apache.commons.compress.archivers.zip.UnixStat;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ZipExtractTest {
  private static final Pattern ALL = Pattern.compile(".*");
  private static final int FILE = UnixStat.FILE_FLAG | 0644;
  private static final int PROGRAM = UnixStat.FILE_FLAG | 04755;
  private static final int LINK = UnixStat.LINK_FLAG | 0777;

  @TempDir Path folder;
  private Path archive;
  private Path target;

  @BeforeEach
  void prepare() throws IOException {
    archive = folder.resolve("some.zip");
    target = Files.createDirectory(folder.resolve("target"));
  }

  @Test
  void unpacksOnlyWhatIsWantedAndKeepsItExecutable() throws IOException {
    try (ZipArchiveOutputStream zip = new ZipArchiveOutputStream(archive)) {
      put(zip, "bin/", UnixStat.DIR_FLAG | 0755, "");
      put(zip, "bin/mysqld", PROGRAM, "a server");
      put(zip, "share/errmsg.sys", FILE, "messages");
      put(zip, "bin/other", PROGRAM, "too much");
    }
    ZipExtract.extract(archive, Pattern.compile("bin/mysqld|share/.*"), target);
    assertThat(target.resolve("bin/mysqld")).hasContent("a server").isExecutable();
    assertThat(target.resolve("share/errmsg.sys")).hasContent("messages");
    assertThat(Files.isExecutable(target.resolve("share/errmsg.sys"))).isFalse();
    assertThat(target.resolve("bin/other")).doesNotExist();
  }

  @Test
  void keepsLinksThatStayInside() throws IOException {
    try (ZipArchiveOutputStream zip = new ZipArchiveOutputStream(archive)) {
      put(zip, "lib/libssl.so", LINK, "../private/libssl.so.1.1");
      put(zip, "private/libssl.so.1.1", FILE, "a library");
    }
    ZipExtract.extract(archive, ALL, target);
    assertThat(target.resolve("lib/libssl.so")).isSymbolicLink().hasContent("a library");
  }

  @ParameterizedTest
  @ValueSource(strings = {"../outside", "bin/../../outside", "/outside-storage-bench"})
  void refusesANameThatLeavesTheFolder(String name) throws IOException {
    try (ZipArchiveOutputStream zip = new ZipArchiveOutputStream(archive)) {
      put(zip, name, FILE, "evil");
    }
    assertThatThrownBy(() -> ZipExtract.extract(archive, ALL, target))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("leaves its folder")
        .hasMessageContaining(archive.toString());
    assertThat(folder.resolve("outside")).doesNotExist();
    assertThat(Path.of("/outside-storage-bench")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"..", "../../etc", "/etc"})
  void refusesALinkThatLeavesTheFolder(String to) throws IOException {
    try (ZipArchiveOutputStream zip = new ZipArchiveOutputStream(archive)) {
      put(zip, "lib", LINK, to);
    }
    assertThatThrownBy(() -> ZipExtract.extract(archive, ALL, target))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("leaves its folder");
    assertThat(target).isEmptyDirectory();
  }

  @Test
  void writesNothingThroughALink() throws IOException {
    Path victim = Files.createDirectory(target.resolve("victim"));
    try (ZipArchiveOutputStream zip = new ZipArchiveOutputStream(archive)) {
      put(zip, "lib", LINK, "victim");
      put(zip, "lib/file", FILE, "written through");
    }
    assertThatThrownBy(() -> ZipExtract.extract(archive, ALL, target))
        .isInstanceOf(IOException.class);
    assertThat(victim).isEmptyDirectory();
  }

  private static void put(ZipArchiveOutputStream zip, String name, int mode, String content)
      throws IOException {
    ZipArchiveEntry entry = new ZipArchiveEntry(name);
    entry.setUnixMode(mode);
    zip.putArchiveEntry(entry);
    zip.write(content.getBytes(StandardCharsets.UTF_8));
    zip.closeArchiveEntry();
  }
}
