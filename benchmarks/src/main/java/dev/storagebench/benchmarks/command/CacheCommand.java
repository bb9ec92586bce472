package dev.storagebench.benchmarks.command;

import dev.storagebench.core.text.Figures;
import dev.storagebench.core.text.NearestName;
import dev.storagebench.core.text.Shell;
import dev.storagebench.core.text.TextTable;
import dev.storagebench.core.workspace.CacheFolder;
import dev.storagebench.core.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code cache}: lists what runs have left in the cache folder, or removes it. */
@Command(name = "cache", header = "Lists what runs have left in the cache folder, or removes it.")
final class CacheCommand extends ConsoleCommand {
  private static final String CLEAR = "clear";
  private static final String LIST = "list";

  @Parameters(arity = "0..1", paramLabel = LIST + "|" + CLEAR, descriptionKey = "cache.clear")
  private @Nullable String action;

  @Mixin private PlaceOptions place = new PlaceOptions();

  @Override
  public Integer call() throws Exception {
    CacheFolder cache = place.apply(out());
    Workspace contents = new Workspace(cache);
    if (action == null || action.equals(LIST)) {
      TextTable table = TextTable.of(1, "contents", ">entries", ">size");
      for (Workspace.Part part : contents.parts()) {
        table.row(
            part.what(),
            Integer.toString(part.paths().size()),
            Figures.size((double) part.bytes()));
      }
      out().print(table.render(style()));
      out().println(summary());
      return 0;
    }
    NearestName.require("action", action, List.of(LIST, CLEAR));
    long before = contents.bytes();
    List<Path> left = contents.clear();
    left.forEach(
        each -> out().printf("%s is left: the server with its table cannot be reached%n", each));
    out()
        .printf(
            "%s removed from %s%n",
            Figures.size((double) (before - contents.bytes())), cache.root());
    return left.isEmpty() ? 0 : Failures.SOME_FAILED;
  }

  /** Content of the cache folder, and how to remove it. */
  static String summary() throws IOException {
    CacheFolder cache = CacheFolder.current();
    List<String> clear = new ArrayList<>(List.of("cache", CLEAR));
    if (System.getProperty(CacheFolder.PROPERTY) != null) {
      clear.addAll(List.of("--cache-folder", cache.root().toString()));
    }
    return "cache: %s in %s; to remove it: %s"
        .formatted(
            Figures.size((double) new Workspace(cache).bytes()),
            cache.root(),
            Shell.program(clear));
  }
}
