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
import java.util.stream.Stream;

/**
 * ShardingSphere-Proxy 5.1.1: the last version whose proxy is published as artifacts. It runs in a
 * JVM of its own, whose class path has nothing of ours but {@link ShardingSphereMain}.
 */
final class ShardingSphere {
  static final String VERSION = "5.1.1";

  private static final String HEAP = "512m";

  private static final List<Artifact> ARTIFACTS =
      Stream.of(
              "org.apache.shardingsphere:shardingsphere-proxy-frontend-mysql:" + VERSION,
              "org.apache.shardingsphere:shardingsphere-proxy-backend:" + VERSION,
              "org.apache.shardingsphere:shardingsphere-jdbc-core:" + VERSION,
              "org.apache.shardingsphere:shardingsphere-standalone-mode-core:" + VERSION,
              "com.mysql:mysql-connector-j:8.0.33",
              // Its distribution brings logback; this one writes warnings to the error output.
              "org.slf4j:slf4j-simple:1.7.7")
          .map(
              text ->
                  Artifact.jar(
                      text.substring(0, text.lastIndexOf(':')),
                      text.substring(text.lastIndexOf(':') + 1)))
          .toList();

  private ShardingSphere() {}

  /** Its jars, fetched now if need be: 188, 64 MB. */
  static List<Path> jars(FetchListener listener) throws IOException {
    return EngineVersions.ofUser().jars(ARTIFACTS, listener);
  }

  /** What it runs with. */
  static List<AppliedSetting> settings(ProxyOptions options) {
    List<AppliedSetting> settings = new ArrayList<>();
    settings.add(
        options.setting(
            "proxy",
            "ShardingSphere-Proxy %s, %s".formatted(VERSION, options.topology()),
            "mysql-connector-j 8.0.33 and HikariCP 3.4.2 to the servers, over TCP without TLS"));
    settings.add(options.setting("proxy.heap", options.get("heap", HEAP), "-Xmx, with G1"));
    settings.add(
        options.setting(
            "proxy.statements",
            options.get("statements", ShardingSphereYaml.STATEMENTS),
            "useServerPrepStmts on the way to the servers"));
    settings.add(
        options.setting(
            "proxy.connections",
            options.get("connections", ShardingSphereYaml.CONNECTIONS),
            "maximumPoolSize of each data source"));
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
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx" + yaml.options().get("heap", HEAP));
    // The JVM's choice by the machine's size would be another one under a limit of memory.
    command.add("-XX:+UseG1GC");
    command.add("-XX:+ExitOnOutOfMemoryError");
    command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");
    command.addAll(
        List.of(
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
