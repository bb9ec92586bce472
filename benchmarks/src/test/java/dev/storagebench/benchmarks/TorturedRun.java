package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.benchmarks.Jar.Finished;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One run that is disturbed and resumed until it is complete: what it has measured then is what an
 * undisturbed run measures. Which faults, at what distances, follows from the seed.
 */
final class TorturedRun {
  private static final int MAX_PARTS = 100;
  private static final int SIGKILL = 128 + 9;

  private final TortureWorld world;
  private final Map<String, JsonNode> undisturbed;
  private final List<Fault> between;
  private final List<Fault> live;
  private final boolean namespaces;
  private final int max;
  private final String run;
  private final Random random;
  private final LogDamage damage;
  private final LiveFaults faults;
  private final Map<Fault, Integer> struck = new EnumMap<>(Fault.class);
  private final Deque<Fault> firstBetween;
  private final Deque<Fault> firstLive;
  private final List<String> story = new ArrayList<>();
  private final long start = System.nanoTime();
  private int parts;

  /**
   * A run that has not begun.
   *
   * @param undisturbed what an undisturbed run has measured
   * @param max the number of faults after which it is left alone
   */
  TorturedRun(
      TortureWorld world,
      Map<String, JsonNode> undisturbed,
      List<Fault> kinds,
      int max,
      String run,
      long seed) {
    this.world = world;
    this.undisturbed = undisturbed;
    this.between = kinds.stream().filter(each -> !each.isLive()).toList();
    this.live = kinds.stream().filter(Fault::isLive).toList();
    this.namespaces = kinds.contains(Fault.FOREIGN_NAMESPACE);
    this.max = max;
    this.run = run;
    this.random = new Random(seed);
    this.damage = new LogDamage(world, run, random);
    this.faults = new LiveFaults(world, run, random, undisturbed.size());
    this.firstBetween = first(between, seed);
    this.firstLive = first(live, seed);
  }

  /** So that a few runs have all kinds: each begins with the next two, the rarest first. */
  private static Deque<Fault> first(List<Fault> kinds, long seed) {
    List<Fault> byWeight = kinds.stream().sorted(Comparator.comparingInt(Fault::weight)).toList();
    Deque<Fault> first = new ArrayDeque<>();
    for (int i = 0; i < Math.min(2, kinds.size()); i++) {
      first.add(byWeight.get(Math.floorMod(2 * (seed - 1) + i, kinds.size())));
    }
    return first;
  }

  private Fault next(Deque<Fault> first, List<Fault> kinds) {
    return first.isEmpty() ? Fault.any(kinds, random) : first.remove();
  }

  /** The faults that have struck, by kind. */
  Map<Fault, Integer> struck() {
    return struck;
  }

  /** What was done to it, when. */
  String story() {
    return String.join("\n", story);
  }

  private boolean isEnough() {
    return struck.values().stream().mapToInt(Integer::intValue).sum() >= max;
  }

  /** Notes a fault that has struck; one that could not is tried again. */
  private void note(Fault fault, Optional<String> how, Deque<Fault> again) {
    if (how.isPresent()) {
      struck.merge(fault, 1, Integer::sum);
      tell(fault + " " + how.get());
    } else {
      again.add(fault);
    }
  }

  private void tell(String what) {
    story.add("%7.2f s  %s".formatted((System.nanoTime() - start) / 1e9, what));
  }

  /**
   * Disturbs it until it is complete, and checks it.
   *
   * @return the number of cells that failed by a fault of their own
   */
  int torture() throws Exception {
    while (!part()) {
      assertThat(++parts).as("parts of a run that never ends").isLessThan(MAX_PARTS);
    }
    return check();
  }

  /** One process of the run; true if the run is complete with it. */
  private boolean part() throws Exception {
    boolean begun = Files.exists(world.log(run));
    if (begun && !between.isEmpty() && !isEnough() && random.nextBoolean()) {
      Fault fault = next(firstBetween, between);
      tell("tries " + fault);
      note(fault, damage.make(fault), firstBetween);
    }
    List<String> before = world.lines(run);
    Path out = world.folder().resolve("%s.%d.out".formatted(run, parts));
    boolean foreign = namespaces && random.nextInt(4) == 0;
    tell("part %d%s, %d lines".formatted(parts, foreign ? " in a namespace" : "", before.size()));
    Process process =
        world.start(
            foreign ? LiveFaults.NAMESPACE : List.of(),
            out,
            run,
            begun ? new String[] {"--resume"} : new String[0]);
    boolean filled = false;
    boolean killed = false;
    while (!killed && !isEnough() && await(process)) {
      Fault fault = next(firstLive, live);
      Optional<String> how = faults.strike(fault, process);
      note(fault, how, firstLive);
      filled |= fault == Fault.FILL_DISK;
      killed = fault == Fault.KILL_RUN;
    }
    Finished finished = Jar.finish(process, out);
    for (Map.Entry<Process, Path> other : faults.beside().entrySet()) {
      Finished beside = Jar.finish(other.getKey(), other.getValue());
      assertThat(beside.exitCode()).as("beside: %s", beside.out()).isBetween(0, filled ? 2 : 0);
    }
    faults.beside().clear();
    List<String> after = world.lines(run);
    tell("exit code %d, %d lines".formatted(finished.exitCode(), after.size()));
    assertThat(finished.out()).doesNotContain("\tat ");
    assertThat(after.subList(0, Math.min(before.size(), after.size())).equals(before))
        .as("the lines that were there are kept")
        .isTrue();
    if (!killed && !filled) {
      assertThat(finished.exitCode()).as(finished.out()).isBetween(0, 1);
      assertThat(after.size()).as("lines; %s", finished.out()).isEqualTo(undisturbed.size());
    }
    return finished.exitCode() != SIGKILL && after.size() == undisturbed.size();
  }

  /** Waits for a random moment, at times one soon after the next line; false at the end. */
  private boolean await(Process process) throws Exception {
    int lines = world.lines(run).size();
    boolean byLine = random.nextInt(3) == 0;
    while (byLine && process.isAlive() && world.lines(run).size() == lines) {
      Thread.sleep(5);
    }
    Thread.sleep(random.nextInt(byLine ? 300 : 1_500));
    return process.isAlive();
  }

  /** Nothing is lost, nothing repeated, and what failed says why; returns how much failed. */
  private int check() throws Exception {
    // Once more: a complete run stays as it is, and what its parts left is swept.
    List<String> complete = world.lines(run);
    Finished again = world.run(run, "--resume");
    assertThat(world.lines(run).equals(complete)).as("a complete log is kept").isTrue();
    Map<String, JsonNode> cells = world.cells(run);
    assertThat(cells.keySet()).isEqualTo(undisturbed.keySet());
    String messages =
        struck.keySet().stream()
            .map(Fault::message)
            .filter(each -> !each.isEmpty())
            .collect(Collectors.joining("|"));
    int failed = 0;
    for (Map.Entry<String, JsonNode> each : cells.entrySet()) {
      JsonNode cell = each.getValue();
      if (cell.get("status").asString().equals("MEASURED")) {
        assertThat(TortureWorld.digest(cell))
            .as("the stream of " + each.getKey())
            .isEqualTo(TortureWorld.digest(undisturbed.get(each.getKey())));
      } else {
        failed++;
        assertThat(cell.get("status").asString()).as(cell.toString()).isEqualTo("FAILED");
        assertThat(cell.get("message").asString())
            .as("the cause of failure of " + each.getKey())
            .containsPattern(messages.isEmpty() ? "(?!)" : messages);
      }
    }
    assertThat(failed).as("failed cells").isLessThanOrEqualTo(faults.excused());
    assertThat(again.exitCode()).as(again.out()).isEqualTo(failed == 0 ? 0 : 1);
    assertThat(forks()).as("forks in results.json").isEqualTo(cells.size() - failed);
    return failed;
  }

  private int forks() throws IOException {
    Path file = world.folder().resolve(run).resolve("results.json");
    int forks = 0;
    for (JsonNode each : JsonMapper.builder().build().readTree(file.toFile())) {
      forks += each.get("forks").asInt();
    }
    return forks;
  }
}
