package dev.storagebench.core.launch;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/**
 * Manifests, and clients as pods by {@code kubectl}. No cluster has run them yet: they are only
 * checked against the types of the API.
 *
 * @param image with this program as {@code /benchmarks.jar}, as {@code scripts/Dockerfile} makes it
 */
public record Kubernetes(String image) implements Launcher {
  private static final String IMAGE = "storage-bench:latest";
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** The image of {@code kubernetes[:IMAGE]}. */
  static Kubernetes parse(String image) {
    return new Kubernetes(image.isEmpty() ? IMAGE : image);
  }

  /**
   * An indexed job with a pod for each round.
   *
   * @param machines how many run at once
   * @param arguments of this program, which {@code --only-round} and {@code --out} are added to
   */
  public String rounds(int rounds, int machines, List<String> arguments) throws IOException {
    String round = "$((JOB_COMPLETION_INDEX + 1))";
    return filled(
        "rounds.yaml",
        Map.of(
            "image", text(image),
            "rounds", Integer.toString(rounds),
            "machines", Integer.toString(machines),
            "script",
                text(
                    "exec java -jar /benchmarks.jar %s --only-round %s --out /results/rounds/%s"
                        .formatted(shell(arguments), round, round))));
  }

  /**
   * An indexed job with a pod for each client.
   *
   * @param name of the job and of what belongs to it
   * @param command as {@link Launcher#start} takes it; the class path is the image's
   */
  public String clients(
      String name, int clients, List<String> command, String secret, InetSocketAddress controller)
      throws IOException {
    List<String> words = new ArrayList<>(command);
    int path = words.indexOf("-cp") + 1;
    if (path > 0) {
      words.set(path, "/benchmarks.jar");
    }
    words.add(0, LaunchedProcess.controllerFlag(controller.getHostString(), controller.getPort()));
    return filled(
        "clients.yaml",
        Map.of(
            "image", text(image),
            "name", name,
            "clients", Integer.toString(clients),
            "secret", text(secret),
            "script", text("exec java %s < /secret/line".formatted(shell(words)))));
  }

  @Override
  public Launched start(
      int processes, List<String> command, String secret, InetSocketAddress controller)
      throws IOException {
    String name =
        "storage-bench-" + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
    kubectl(clients(name, processes, command, secret, controller), "apply", "-f", "-");
    ChildProcesses failed = new ChildProcesses("");
    failed.start(
        OptionalInt.empty(),
        "job/" + name,
        List.of("kubectl", "wait", "--for=condition=failed", "--timeout=-1s", "job/" + name));
    return new Job(name, failed);
  }

  private static void kubectl(String input, String... words) throws IOException {
    List<String> command = new ArrayList<>(List.of("kubectl"));
    command.addAll(List.of(words));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (OutputStream manifest = process.getOutputStream()) {
      manifest.write(input.getBytes(StandardCharsets.UTF_8));
    }
    String said =
        process.inputReader(StandardCharsets.UTF_8).lines().collect(Collectors.joining("; "));
    if (process.onExit().join().exitValue() != 0) {
      throw new IOException("%s: %s".formatted(String.join(" ", command), said));
    }
  }

  /** The pods of one job; its child waits for the job's failure. */
  private record Job(String name, ChildProcesses failed) implements Launched {
    @Override
    public List<Ended> ended() {
      return failed.ended();
    }

    @Override
    public void close() {
      failed.close();
      try {
        kubectl("", "delete", "job,secret,service", "-l", "run=" + name, "--cascade=foreground");
      } catch (IOException gone) {
        // The job ends by itself, since its clients have lost their controller.
      }
    }
  }

  private static String shell(List<String> words) {
    return words.stream().map(SshLauncher::quoted).collect(Collectors.joining(" "));
  }

  /** A string of JSON is one of YAML. */
  private static String text(String value) {
    return JSON.writeValueAsString(value);
  }

  private static String filled(String template, Map<String, String> values) throws IOException {
    try (InputStream in = Kubernetes.class.getResourceAsStream(template)) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      for (Map.Entry<String, String> each : values.entrySet()) {
        text = text.replace("{" + each.getKey() + "}", each.getValue());
      }
      return text;
    }
  }
}
