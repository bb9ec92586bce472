package dev.storagebench.benchmarks.launch;

import dev.storagebench.core.clients.Controller.Started;
import dev.storagebench.core.process.ProcessMark;
import dev.storagebench.core.process.Program;
import dev.storagebench.core.text.Shell;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A command that runs another one somewhere, connected to its standard input and output: {@code ssh
 * HOST}, {@code srun}, {@code kubectl exec -i POD --}. The process ends when that input ends.
 *
 * @param template its words; one with choices, {@code {a,b,c}}, differs between processes, which
 *     take the choices in turn. Without words processes run on this machine
 */
public record Launcher(List<String> template) {
  /** The valid values of {@code --launch}, for messages. */
  static final String FORMS =
      "local, ssh:HOST[:PORT],…, slurm[:OPTIONS] or a command such as 'kubectl exec -i bench-{0,1}"
          + " --'";

  private static final Pattern CHOICES = Pattern.compile("\\{([^{}]*)}");
  private static final Pattern HOST =
      Pattern.compile("([^-@/\\s{}][^@/\\s{}]*@)?(\\w[\\w.-]*|\\[[\\w:.%]+])(:\\d{1,5})?");
  // It notices a host that has vanished.
  private static final String SSH =
      "ssh -T -oBatchMode=yes -oConnectTimeout=10 -oServerAliveInterval=5 -oServerAliveCountMax=3";
  private static final String SRUN = "srun --nodes=1 --ntasks=1 --job-name=storage-bench";

  /**
   * Parses the value of {@code --launch}.
   *
   * @throws IllegalArgumentException with the valid values
   */
  public static Launcher parse(String launch) {
    if (launch.equals("local")) {
      return new Launcher(List.of());
    }
    if (launch.startsWith("ssh:")) {
      return new Launcher(
          words(
              Stream.of(launch.substring("ssh:".length()).split(",", -1))
                  .map(host -> destination(host, launch))
                  .collect(Collectors.joining(",", SSH + " -- {", "}"))));
    }
    if (launch.equals("slurm") || launch.startsWith("slurm:")) {
      // Steps of an allocation have a node each unless they are to share it.
      String alone = System.getenv("SLURM_JOB_ID") == null ? " --exclusive " : " ";
      return new Launcher(words(SRUN + alone + launch.replaceFirst("slurm:?", "")));
    }
    if (launch.matches("\\S+\\s.+")) {
      return new Launcher(words(launch));
    }
    throw new IllegalArgumentException(
        "invalid launch '%s' (expected %s)".formatted(launch, FORMS));
  }

  private static String destination(String host, String launch) {
    if (!HOST.matcher(host).matches()) {
      throw new IllegalArgumentException(
          "invalid host '%s' in launch '%s' (expected ssh:[USER@]HOST[:PORT],…)"
              .formatted(host, launch));
    }
    return host.contains(":") ? "ssh://" + host : host;
  }

  static List<String> words(String text) {
    return Arrays.stream(text.strip().split("\\s+")).filter(word -> !word.isEmpty()).toList();
  }

  /**
   * Starts a process and returns at once.
   *
   * @param number which one it is, from 0
   * @param java the arguments of {@code java}: flags, class path, main class and its arguments;
   *     absolute paths
   * @throws IOException if the launching command is missing
   */
  public Started start(int number, List<String> java) throws IOException {
    List<String> words = template.stream().map(word -> chosen(word, number)).toList();
    Program.require(words.isEmpty() ? "sh" : words.get(0));
    // A shell gets its script in the input: no launcher changes that as it may change words.
    Process process =
        new ProcessBuilder(Stream.concat(words.stream(), Stream.of("sh")).toList()).start();
    try {
      OutputStream input = process.getOutputStream();
      input.write((script(java) + "\n").getBytes(StandardCharsets.UTF_8));
      input.flush();
    } catch (IOException ended) {
      // Its exit code and last words are known to who listens to it.
    }
    return new Started(place(words), process);
  }

  private static String chosen(String word, int number) {
    return CHOICES
        .matcher(word)
        .replaceAll(
            match -> {
              String[] all = match.group(1).split(",", -1);
              return Matcher.quoteReplacement(all[number % all.length]);
            });
  }

  private String place(List<String> words) {
    if (template.isEmpty()) {
      return "this machine";
    }
    List<String> chosen = words.stream().filter(word -> !template.contains(word)).toList();
    return chosen.isEmpty() ? words.get(0) : String.join(" ", chosen);
  }

  /** With the same JVM in the same folder as here, where there are such. */
  private static String script(List<String> java) {
    return "cd %s 2>/dev/null; J=%s; [ -x \"$J\" ] || J=java; exec \"$J\" %s"
        .formatted(
            Shell.quoted(System.getProperty("user.dir")),
            Shell.quoted(ProcessMark.JAVA),
            Shell.quoted(java));
  }
}
