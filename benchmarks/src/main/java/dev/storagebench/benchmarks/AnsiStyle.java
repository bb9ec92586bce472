package dev.storagebench.benchmarks;

import dev.storagebench.core.text.TextStyle;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Ansi.Style;

/**
 * Colors of a terminal, where there is one: never in pipes and files, nor with {@code NO_COLOR} or
 * {@code TERM=dumb}, unless {@code --color always} asks for them.
 *
 * @see <a href="https://no-color.org">NO_COLOR</a>
 */
final class AnsiStyle implements TextStyle {

  /** What {@code --color} takes. */
  enum When {
    AUTO,
    ALWAYS,
    NEVER
  }

  private final Ansi ansi;

  private AnsiStyle(Ansi ansi) {
    this.ansi = ansi;
  }

  /** What a command line writes with. */
  static TextStyle of(CommandLine command) {
    return new AnsiStyle(command.getColorScheme().ansi());
  }

  /** How picocli itself shall write: help, errors, and what asks {@link #of}. */
  static CommandLine.Help.ColorScheme scheme(When when) {
    return CommandLine.Help.defaultColorScheme(
        switch (when) {
          // Picocli knows NO_COLOR, CLICOLOR, pipes and Windows, but not this one.
          case AUTO -> "dumb".equals(System.getenv("TERM")) ? Ansi.OFF : Ansi.AUTO;
          case ALWAYS -> Ansi.ON;
          case NEVER -> Ansi.OFF;
        });
  }

  @Override
  public String paint(Tone tone, String text) {
    if (!ansi.enabled()) {
      return text;
    }
    Style style =
        switch (tone) {
          case GOOD -> Style.fg_green;
          case BAD -> Style.fg_red;
          case DOUBT -> Style.fg_yellow;
        };
    return style.on() + text + style.off();
  }
}
