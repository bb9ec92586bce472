package dev.storagebench.datasets.input;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.ResourceLines;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A kind of file that is recognised in order to say how it can be read; {@code kinds.txt} has all.
 *
 * @param format the format that does not read it, or {@code any}
 * @param start its first bytes, one per character
 * @param advice what it is and the way in
 */
public record UnreadableKind(String format, Pattern start, String advice) {
  private static final List<UnreadableKind> ALL =
      ResourceLines.of(UnreadableKind.class, "kinds.txt").stream()
          .map(line -> line.split("\t+", 3))
          .map(
              line ->
                  new UnreadableKind(line[0], Pattern.compile(line[1], Pattern.DOTALL), line[2]))
          .toList();

  /**
   * Refuses an input of a known kind.
   *
   * @param format that is to read it, or {@code any} for those that none reads
   * @param head its first bytes, decompressed
   * @throws BadInputException with the way in
   */
  public static void refuse(String format, byte[] head, String source) throws BadInputException {
    String text = new String(head, StandardCharsets.ISO_8859_1);
    for (UnreadableKind each : ALL) {
      if (each.format.equals(format) && each.start.matcher(text).lookingAt()) {
        throw new BadInputException(source, "this is " + each.advice);
      }
    }
  }
}
