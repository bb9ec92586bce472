package dev.storagebench.analysis.result;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the JSON of a run, which may be damaged, huge or somebody else's. */
final class RunJson {
  static final JsonMapper MAPPER =
      JsonMapper.builder()
          // Numbers that runs of earlier versions lack.
          .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .build();
  // Text and records take several times the file's bytes.
  private static final int HEAP_SHARE = 8;

  private RunJson() {}

  /** A file's name in messages, with the packed run that it is in. */
  static String name(Path file) {
    return file.getFileSystem() == FileSystems.getDefault()
        ? file.toString()
        : file.getFileSystem().toString() + file;
  }

  /**
   * The contents of a file.
   *
   * @throws IOException if it is no regular file, or larger than any run's
   */
  static byte[] bytes(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new IOException(name(file) + " is not a regular file");
    }
    int limit =
        (int) Math.min(Runtime.getRuntime().maxMemory() / HEAP_SHARE, Integer.MAX_VALUE - 8);
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(limit);
      if (bytes.length == limit) {
        throw new IOException(
            "%s has more than the %d MiB that this heap allows; if a run wrote it, raise the heap: java -Xmx4g"
                .formatted(name(file), limit >> 20));
      }
      return bytes;
    } catch (EOFException | ZipException e) {
      throw new IOException("%s cannot be unpacked: %s".formatted(name(file), e.getMessage()), e);
    }
  }

  /** The contents of a file as text. */
  static String text(Path file) throws IOException {
    return new String(bytes(file), StandardCharsets.UTF_8);
  }

  /**
   * A whole record.
   *
   * @throws tools.jackson.core.JacksonException if it is something else, or something is missing
   */
  static <T extends Record> T read(JsonNode json, Class<T> type) {
    T read = MAPPER.treeToValue(json, type);
    require(read, "the record");
    return read;
  }

  /** Rejects null wherever a record does not allow it, which JSON does everywhere. */
  private static void require(@Nullable Object value, String name) {
    if (value == null) {
      throw new StreamReadException(name + " is missing");
    }
    if (value instanceof Record) {
      for (RecordComponent each : value.getClass().getRecordComponents()) {
        Object part = part(value, each);
        if (part != null || !each.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
          require(part, each.getName());
        }
      }
    } else if (value instanceof List<?> list) {
      list.forEach(each -> require(each, "an element of " + name));
    } else if (value instanceof Map<?, ?> map) {
      map.forEach((key, each) -> require(each, key + " of " + name));
    }
  }

  private static @Nullable Object part(Object record, RecordComponent component) {
    try {
      component.getAccessor().setAccessible(true);
      return component.getAccessor().invoke(record);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("an accessor does nothing that could fail", e);
    }
  }

  /** The message about what cannot be read; of a value that its class refuses, the class's own. */
  static String problem(JacksonException e) {
    return String.valueOf(
        e.getCause() instanceof IllegalArgumentException refused
            ? refused.getMessage()
            : e.getOriginalMessage());
  }
}
