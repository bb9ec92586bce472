package dev.storagebench.core.engine;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 of files, by which results know a library and downloads are checked. */
public final class Sha256 {
  private Sha256() {}

  /** 64 hexadecimal digits. */
  public static String of(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      new DigestInputStream(in, digest).transferTo(OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(digest.digest());
    } catch (IOException | NoSuchAlgorithmException e) {
      throw new EngineException("cannot read " + file + ": " + e, e);
    }
  }

  /**
   * Checks a downloaded file.
   *
   * @throws EngineException if it is not the one that was published
   */
  public static void require(Path file, String expected) {
    String actual = of(file);
    if (!actual.equals(expected)) {
      throw new EngineException(
          "%s has SHA-256 %s, expected %s: not the published file; delete it to download it again"
              .formatted(file, actual, expected));
    }
  }
}
