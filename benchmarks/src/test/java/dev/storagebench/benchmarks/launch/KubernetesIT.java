package dev.storagebench.benchmarks.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.maven.Artifact;
import dev.storagebench.core.maven.FetchListener;
import dev.storagebench.core.maven.MavenFetch;
import java.io.StringReader;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * The manifests among the examples as the official client's types see them, which refuse every
 * field that the API does not have. An old version of it and a new one: no cluster is needed.
 */
class KubernetesIT {
  private static final Path MANIFESTS = Path.of("../docs/examples/kubernetes-rounds.yaml");

  /** The types of one version. */
  private record Api(URLClassLoader classes) implements AutoCloseable {
    static Api of(String version) throws Exception {
      List<URL> jars = new ArrayList<>();
      for (Artifact each :
          List.of(
              Artifact.jar("io.kubernetes:client-java-api:" + version),
              Artifact.jar("com.google.code.gson:gson:2.13.2"))) {
        jars.add(file(each).toUri().toURL());
      }
      return new Api(
          new URLClassLoader(jars.toArray(URL[]::new), ClassLoader.getPlatformClassLoader()));
    }

    private static Path file(Artifact artifact) throws InterruptedException {
      MavenFetch maven = MavenFetch.ofUser();
      Path known = artifact.fileIn(maven.localRepository());
      try {
        return Files.exists(known) ? known : maven.file(artifact, 1, FetchListener.NONE);
      } catch (EngineException e) {
        return Assumptions.abort("cannot be fetched: " + e.getMessage());
      }
    }

    /** Fails if a field is unknown, missing or of another type. */
    void require(JsonNode manifest) throws Exception {
      Class<?> type =
          classes.loadClass(
              "io.kubernetes.client.openapi.models.V1" + manifest.path("kind").asString());
      Object json =
          classes
              .loadClass("com.google.gson.JsonParser")
              .getMethod("parseString", String.class)
              .invoke(null, manifest.toString());
      try {
        type.getMethod("validateJsonElement", classes.loadClass("com.google.gson.JsonElement"))
            .invoke(null, json);
      } catch (InvocationTargetException e) {
        throw (Exception) e.getCause();
      }
    }

    @Override
    public void close() throws java.io.IOException {
      classes.close();
    }
  }

  private static List<JsonNode> manifests() throws Exception {
    List<JsonNode> all = new ArrayList<>();
    YAMLMapper yaml = YAMLMapper.builder().build();
    try (var documents =
        yaml.readerFor(JsonNode.class).readValues(new StringReader(Files.readString(MANIFESTS)))) {
      documents.forEachRemaining(each -> all.add((JsonNode) each));
    }
    return all;
  }

  @ParameterizedTest
  @ValueSource(strings = {"22.0.1", "27.0.0"})
  void roundsAreAnIndexedJobOfKnownFields(String version) throws Exception {
    List<JsonNode> manifests = manifests();
    assertThat(manifests)
        .extracting(each -> each.path("kind").asString())
        .containsExactly("PersistentVolumeClaim", "Job");
    try (Api api = Api.of(version)) {
      for (JsonNode each : manifests) {
        api.require(each);
      }
      JsonNode spec = manifests.get(1).path("spec");
      assertThat(spec.path("completions").asInt()).isEqualTo(12);
      assertThat(spec.path("parallelism").asInt()).isEqualTo(4);
      JsonNode pod = spec.path("template").path("spec");
      assertThat(pod.path("containers").get(0).path("image").asString())
          .isEqualTo("storage-bench:latest");
      // What the test is worth: each level refuses what the API does not have.
      for (JsonNode level :
          List.of(
              manifests.get(1),
              spec,
              spec.path("podFailurePolicy"),
              spec.path("podFailurePolicy").path("rules").get(1).path("onExitCodes"),
              pod,
              pod.path("affinity").path("podAntiAffinity"),
              pod.path("containers").get(0),
              pod.path("containers").get(0).path("env").get(0).path("valueFrom"),
              pod.path("containers").get(0).path("resources"),
              pod.path("volumes").get(0))) {
        ((ObjectNode) level).put("indexed", true);
        assertThatThrownBy(() -> api.require(manifests.get(1)))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("`indexed`");
        ((ObjectNode) level).remove("indexed");
      }
    }
  }

  /** The shell of the container gets every argument as it was given. */
  @ParameterizedTest
  @ValueSource(ints = {0, 11})
  void theScriptMeasuresTheRoundOfItsIndex(int index) throws Exception {
    JsonNode container = manifests().get(1).at("/spec/template/spec/containers/0");
    String script = container.path("args").get(0).asString();
    ProcessBuilder shell =
        new ProcessBuilder("sh", "-c", script.replace("exec java -jar", "printf '%s\\n'"));
    shell.environment().put("JOB_COMPLETION_INDEX", Integer.toString(index));
    Process process = shell.start();
    assertThat(process.inputReader().lines())
        .containsExactly(
            "/benchmarks.jar",
            "suite",
            "movies",
            "--rounds",
            "12",
            "--only-round",
            Integer.toString(index + 1),
            "--out",
            "/results/rounds/" + (index + 1));
  }
}
