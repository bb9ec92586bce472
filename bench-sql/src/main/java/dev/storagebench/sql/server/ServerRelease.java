package dev.storagebench.sql.server;

import dev.storagebench.core.maven.Artifact;
import dev.storagebench.datasets.ResourceLines;
import dev.storagebench.sql.server.ServerInstall.Family;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A server that is published in Maven repositories, in the one version that is downloaded.
 *
 * @param engine the engine whose server it is
 * @param title its name for people
 * @param archiveBytes the size of the Linux archive, for the progress display
 * @param required the server's program, and other files without which it does not run
 * @param files the names of the files to unpack
 * @param alternatives what to do where none is published
 */
public record ServerRelease(
    String engine,
    String title,
    String version,
    Family family,
    long archiveBytes,
    List<String> required,
    Pattern files,
    String alternatives) {

  /** The last release of the artifact, and the series that the published experiments used. */
  public static final ServerRelease MYSQL =
      new ServerRelease(
          "mysql",
          "MySQL",
          "8.0.33",
          Family.MYSQL,
          553_508_711,
          List.of("bin/mysqld", "share/english/errmsg.sys"),
          // 195 of 1,900 MB. The layout is kept: mysqld finds its libraries relative to itself.
          Pattern.compile(
              "LICENSE|bin/mysqld|share/english/errmsg\\.sys|lib/plugin/component_reference_cache\\.so"
                  + "|lib/private/lib(crypto\\.so\\.1\\.1|ssl\\.so\\.1\\.1|protobuf-lite\\.so.*)"
                  + "|lib/lib(crypto|ssl|protobuf-lite)[^/]*\\.dylib"),
          "name an installed server with --server-dir or a running one with --jdbc-url");

  /** Built without LLVM; its libraries come with it. */
  public static final ServerRelease POSTGRESQL =
      new ServerRelease(
          "postgresql",
          "PostgreSQL",
          "18.1",
          Family.POSTGRESQL,
          14_949_819,
          List.of("bin/postgres", "bin/initdb", "share/postgresql/postgres.bki"),
          Pattern.compile("bin/(postgres|initdb)|(lib|share)/.*"),
          "name a running server with --jdbc-url");

  /** All of them. */
  public static final List<ServerRelease> ALL = List.of(MYSQL, POSTGRESQL);

  /**
   * The archive for a platform.
   *
   * @param platform system and processor
   */
  record Archive(String engine, String platform, Artifact artifact, String sha256) {

    /** From a line of engine, platform, coordinates with type and classifier, and digest. */
    static Archive parse(String line) {
      String[] words = line.split("[ :]", -1);
      Artifact artifact = new Artifact(words[2], words[3], words[4], words[5], words[6]);
      return new Archive(words[0], words[1], artifact, words[7]);
    }
  }

  private Stream<Archive> archives() {
    return ResourceLines.of(ServerRelease.class, "archives.txt").stream()
        .map(Archive::parse)
        .filter(each -> each.engine.equals(engine));
  }

  /** The archive for an operating system and processor, by Java's names of them. */
  Optional<Archive> archive(String osName, String osArch) {
    String os = osName.toLowerCase(Locale.ROOT);
    String platform = (os.startsWith("mac") ? "mac" : os) + "-" + osArch.replace("amd64", "x86_64");
    return archives().filter(each -> each.platform.equals(platform)).findFirst();
  }

  /**
   * Rejects every version but the published one.
   *
   * @param wanted of the artifact, or of the server itself
   * @throws IllegalArgumentException which names the valid version and the alternatives
   */
  public void requireVersion(String wanted) {
    String published = archives().findFirst().orElseThrow().artifact.version();
    if (!wanted.equals(published) && !wanted.equals(version)) {
      throw new IllegalArgumentException(
          "%s %s cannot be downloaded, only %s; for another version %s"
              .formatted(title, wanted, published, alternatives));
    }
  }
}
