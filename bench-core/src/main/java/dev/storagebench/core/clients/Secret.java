package dev.storagebench.core.clients;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a client is given before it joins, as a line; it contains passwords.
 *
 * @param token of this controller
 * @param certificate SHA-256 of the controller's certificate; empty for a connection without TLS
 * @param task read only by a client of the same version
 */
record Secret(String token, String certificate, JsonNode task) {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  static Secret of(String token, String certificate, ClientTask task) {
    return new Secret(token, certificate, JSON.valueToTree(task));
  }

  /**
   * Parses a line.
   *
   * @throws IllegalArgumentException if it is none; the message does not repeat it
   */
  static Secret parse(String line) {
    try {
      return JSON.readValue(line, Secret.class);
    } catch (JacksonException e) {
      throw new IllegalArgumentException("standard input has no task of a controller");
    }
  }

  ClientTask readTask() {
    return JSON.treeToValue(task, ClientTask.class);
  }

  String line() {
    return JSON.writeValueAsString(this);
  }

  @Override
  public String toString() {
    return "Secret";
  }
}
