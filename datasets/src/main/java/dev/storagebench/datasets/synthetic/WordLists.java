package dev.storagebench.datasets.synthetic;

import dev.storagebench.datasets.ResourceLines;
import java.util.List;

/** The lists in {@code words.txt} that generated text is made of. */
final class WordLists {
  private WordLists() {}

  /** The lines of a list. */
  static List<String> of(String name) {
    return ResourceLines.of(WordLists.class, "words.txt").stream()
        .dropWhile(line -> !line.equals("[" + name + "]"))
        .skip(1)
        .takeWhile(line -> !line.isEmpty())
        .toList();
  }

  /** The words of a list, in order. */
  static String[] words(String name) {
    return String.join(" ", of(name)).split(" ", 0);
  }
}
