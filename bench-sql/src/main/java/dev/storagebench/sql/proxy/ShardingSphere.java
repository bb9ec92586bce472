package dev.storagebench.sql.proxy;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.maven.Artifact;
import dev.storagebench.core.maven.EngineVersions;
import dev.storagebench.core.maven.FetchListener;
import dev.storagebench.sql.server.Endpoint;
import dev.storagebench.sql.server.ServerProcess;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;

/**
 * ShardingSphere-Proxy 5.1.1: the last version whose proxy is published as artifacts. It runs in a
 * JVM of its own, whose class path contains only its jars and {@link ShardingSphereMain}.
 */
final class ShardingSphere {
  static final String VERSION = "5.1.1";

  private static final String HEAP = "512m";

  private static final String GROUP = "org.apache.shardingsphere:shardingsphere-";
  private static final List<Artifact> ARTIFACTS =
      List.of(
          Artifact.jar(GROUP + "proxy-frontend-mysql", VERSION),
          Artifact.jar(GROUP + "proxy-backend", VERSION),
          Artifact.jar(GROUP + "jdbc-core", VERSION),
          Artifact.jar(GROUP + "standalone-mode-core", VERSION),
          Artifact.jar("com.mysql:mysql-connector-j", "8.0.33"),
          // Its distribution brings logback; this one writes warnings to the error output.
          Artifact.jar("org.slf4j:slf4j-simple", "1.7.7"));

  private ShardingSphere() {}

  /** Its 188 jars (64 MB), downloaded unless they are present. */
  static List<Path> jars(FetchListener listener) throws IOException {
    return EngineVersions.ofUser().jars(ARTIFACTS, listener);
  }

  /** Its settings. */
  static List<AppliedSetting> settings(ProxyOptions options) {
    List<AppliedSetting> settings =
        new ArrayList<>(
            List.of(
                options.setting(
                    "proxy",
                    "ShardingSphere-Proxy %s, %s".formatted(VERSION, options.topology()),
                    "mysql-connector-j 8.0.33 and HikariCP 3.4.2 to the servers, TCP without TLS"),
                options.setting("proxy.heap", options.get("heap", HEAP), "-Xmx, with G1"),
                options.setting(
                    "proxy.statements",
                    options.get("statements", ShardingSphereYaml.STATEMENTS),
                    "useServerPrepStmts on the way to the servers"),
                options.setting(
                    "proxy.connections",
                    options.get("connections", ShardingSphereYaml.CONNECTIONS),
                    "maximumPoolSize of each data source")));
    options
        .ownProperties()
        .forEach((name, value) -> settings.add(options.setting("proxy." + name, value, "props")));
    return List.copyOf(settings);
  }

  static ServerProcess.Launch launch(
      Path home, Endpoint here, String serverVersion, ShardingSphereYaml yaml) throws IOException {
    Path jar = home.resolve("start.jar");
    writeJar(jar, jars(FetchListener.NONE));
    Files.writeString(home.resolve("proxy.yaml"), yaml.publicText());
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + yaml.options().get("heap", HEAP),
                // Under a memory limit the JVM might choose another collector.
                "-XX:+UseG1GC",
                "-XX:+ExitOnOutOfMemoryError",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "-jar",
                jar.toString(),
                Integer.toString(((InetSocketAddress) here.address()).getPort()),
                serverVersion));
    command.addAll(yaml.options().ownProperties().keySet());
    return new ServerProcess.Launch(command, yaml.text());
  }

  /** One class, and the names of the jars that it needs. */
  private static void writeJar(Path jar, List<Path> classPath) throws IOException {
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.put(Attributes.Name.MAIN_CLASS, ShardingSphereMain.class.getName());
    main.put(
        Attributes.Name.CLASS_PATH,
        classPath.stream().map(path -> path.toUri().toString()).collect(Collectors.joining(" ")));
    String file = ShardingSphereMain.class.getName().replace('.', '/') + ".class";
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out, manifest);
        InputStream code =
            Objects.requireNonNull(
                ShardingSphereMain.class.getClassLoader().getResourceAsStream(file), file)) {
      entries.putNextEntry(new JarEntry(file));
      code.transferTo(entries);
    }
  }
}
