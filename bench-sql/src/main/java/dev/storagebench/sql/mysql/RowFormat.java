package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.AppliedSetting.Role;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.SettingsReport;
import dev.storagebench.core.engine.StoreFolder;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.core.process.Program;
import dev.storagebench.sql.jdbc.Pool;
import dev.storagebench.sql.server.ServerInstall;
import dev.storagebench.sql.server.ServerInstall.Family;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How an engine stores rows.
 *
 * @param engine the storage engine
 * @param name as candidates write it; empty for InnoDB's default
 * @param options the options of {@code CREATE TABLE}
 * @param codec the codec if it is an option of the whole server; empty if the table names it
 */
record RowFormat(TableEngine engine, String name, String options, String codec) {
  private static final int FILE_BYTES = 1 << 20;

  /** InnoDB's default, uncompressed. */
  static final RowFormat INNODB = new RowFormat(new InnoDb(), "", "ENGINE=InnoDB", "");

  /**
   * The format that a candidate's option {@code format} names; without it the engine's default,
   * which for MyRocks is the codec of the settings.
   *
   * @throws IllegalArgumentException if the server has no such format; the message lists the valid
   *     ones
   */
  static RowFormat of(TableEngine engine, Family family, EngineSettings settings) {
    String name = named(settings.options());
    require(engine, name, family);
    return engine.format(family, name, settings.compression());
  }

  /** The format that the options of a candidate name; empty for the default. */
  static String named(Map<String, String> options) {
    return options.getOrDefault(ServerVariables.FORMAT, "");
  }

  /**
   * Rejects a name that none of these families of servers has.
   *
   * @throws IllegalArgumentException which lists the valid ones
   */
  static void require(TableEngine engine, String name, Family... families) {
    List<String> valid =
        Stream.of(families).flatMap(each -> engine.formats(each).stream()).distinct().toList();
    if (!name.isEmpty() && !valid.contains(name)) {
      throw new IllegalArgumentException(
          "invalid format '%s' of %s (expected %s, or none for the default)"
              .formatted(name, engine.sqlName, String.join(", ", valid)));
    }
  }

  /**
   * Rejects a table that the server stores in another format.
   *
   * @throws UnsupportedSettingException with both
   */
  void requireStored(Pool pool, String table) {
    Optional<String> stored = engine.storedFormat(pool, table);
    if (stored.isPresent() && !stored.get().equals(name)) {
      throw new UnsupportedSettingException(
          "%s requested (%s), but the server stores table %s %s; check %s"
              .formatted(
                  name.isEmpty() ? "no compression" : name,
                  options,
                  table,
                  stored.get().isEmpty() ? "uncompressed" : "as " + stored.get(),
                  engine instanceof InnoDb
                      ? "innodb_compression_algorithm, innodb_compression_default, innodb_file_per_table and innodb_strict_mode"
                      : "its default options of tables and column families"));
    }
  }

  /** An engine's report, where a candidate names a format with that in place of the codec. */
  List<AppliedSetting> report(SettingsReport report, EngineSettings asked) {
    if (named(asked.options()).isEmpty()) {
      return report.settings();
    }
    String details = codec.isEmpty() ? options : options + ", " + codec;
    report.replaced("compression", name, "format of the candidate: " + details);
    List<AppliedSetting> settings = new ArrayList<>(report.settings());
    settings.add(new AppliedSetting(ServerVariables.FORMAT, name, Role.CANDIDATE, details));
    return settings;
  }

  /**
   * Rejects what an own server cannot store here: page compression needs a file system that frees
   * the blocks of punched holes, and in MariaDB from 10.7 on a plugin for most codecs.
   *
   * @param folder on the file system of the data
   * @throws UnsupportedSettingException with the reason
   */
  void requireSupport(ServerInstall install, Path folder) throws IOException {
    if (!name.startsWith("page-")) {
      return;
    }
    Optional<String> missing = missingHoles(folder, "fallocate");
    if (missing.isPresent()) {
      throw new UnsupportedSettingException(
          "%s needs a file system that frees punched holes, which that of %s does not: %s; choose another with --cache-folder, or use compressed8"
              .formatted(options, folder, missing.get()));
    }
    String provider = "provider_" + codec + ".so";
    if (install.family() == Family.MARIADB
        && install.isAtLeast(10, 7)
        && !codec.equals("zlib")
        && install.plugin(provider).isEmpty()) {
      throw new UnsupportedSettingException(
          "%s: %s has no %s; apt-get install mariadb-plugin-provider-%s"
              .formatted(name, install.program(), provider, codec));
    }
  }

  /**
   * Why a file system does not free the blocks of a hole punched by fallocate(1); empty if it does,
   * or where the program is missing. Servers report no error if it does not.
   */
  static Optional<String> missingHoles(Path folder, String program) throws IOException {
    Path file = Files.createTempFile(folder, "hole", "");
    try {
      byte[] ones = new byte[FILE_BYTES];
      Arrays.fill(ones, (byte) 1);
      Files.write(file, ones, StandardOpenOption.DSYNC);
      long before = StoreFolder.allocatedBytes(file);
      Program.Output output;
      try {
        output =
            Program.output(
                program, "--punch-hole", "--length", "" + FILE_BYTES / 2, file.toString());
      } catch (IOException noSuchProgram) {
        return Optional.empty();
      }
      if (output.exit() != 0) {
        return Optional.of(output.text());
      }
      return before - StoreFolder.allocatedBytes(file) >= FILE_BYTES / 4
          ? Optional.empty()
          : Optional.of("a hole of %,d bytes freed no blocks".formatted(FILE_BYTES / 2));
    } finally {
      Files.delete(file);
    }
  }
}
