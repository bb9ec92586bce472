package dev.storagebench.core.clients;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.storagebench.core.cell.ForkPlan;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Messages between controller and clients: a line of JSON each. */
@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "kind")
public sealed interface Message {

  /**
   * A client's first message.
   *
   * @param code checksum of the program
   * @param process where it runs, for people
   * @param processors that it may use
   */
  record Join(String code, String process, int processors) implements Message {}

  /**
   * The task of a client, in answer to one of the same program.
   *
   * @param index which client it is, from 0
   * @param plan what all of them measure, in which round
   * @param address of the prepared tables, with passwords; see {@link
   *     dev.storagebench.core.engine.ServerStore#address}
   */
  record Task(int index, ForkPlan plan, Map<String, String> address) implements Message {
    public Task {
      address = Map.copyOf(address);
    }

    /** Without the password in it. */
    @Override
    public String toString() {
      return "Task[%d, %s]".formatted(index, plan.cell());
    }
  }

  /**
   * The controller asks for a client's clock, now and then also to show that it lives.
   *
   * @param sent by the controller's clock, in nanoseconds
   * @param answered by the client's; 0 in the question
   */
  record Ping(long sent, long answered) implements Message {}

  /**
   * All threads of a client wait for the next start, or for all others to end.
   *
   * @param window what it has measured since the last start; null if that was no measured one
   */
  record Ready(@Nullable IterationWindow window) implements Message {}

  /**
   * The next start.
   *
   * @param nanos when, by the client's clock
   */
  record Go(long nanos) implements Message {}

  /**
   * A client has finished.
   *
   * @param result what the process that started it makes of it
   */
  record Result(String result) implements Message {}

  /** A client has failed, or the controller ends it. */
  record Failed(String reason) implements Message {}

  /**
   * A measured iteration of a client.
   *
   * @param begun when it began, by its own clock
   * @param cpuNanos of the process between
   * @param score operations a second
   */
  record IterationWindow(long begun, long ended, long cpuNanos, double score) {}
}
