package dev.storagebench.benchmarks.launch;

import dev.storagebench.core.clients.Launched;
import dev.storagebench.core.clients.LaunchedProcess;
import dev.storagebench.core.process.ProcessMark;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** Starts processes on this machine. */
record LocalLauncher() implements Launcher {
  @Override
  public Launched start(
      int processes, List<String> command, String secret, InetSocketAddress controller)
      throws IOException {
    ChildProcesses children = new ChildProcesses(secret);
    for (int i = 0; i < processes; i++) {
      List<String> words = new ArrayList<>(List.of(ProcessMark.JAVA, LaunchedProcess.indexFlag(i)));
      words.add(LaunchedProcess.controllerFlag(controller.getHostString(), controller.getPort()));
      words.addAll(command);
      children.start(OptionalInt.of(i), "this machine", words);
    }
    return children;
  }
}
