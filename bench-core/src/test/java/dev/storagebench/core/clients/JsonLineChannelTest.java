package dev.storagebench.core.clients;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

final class JsonLineChannelTest {
  private static String line(Message message) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new JsonLineChannel(new ByteArrayInputStream(new byte[0]), out).send(message);
    return out.toString(UTF_8);
  }

  @Test
  void aGreetingMayLookLikeAMessageAndWhatFollowsOneMayNot() throws IOException {
    Message join = new Message.Join("c0de", "client 1", 2);
    String text = "{ Welcome to node 7 }\n{}\n" + line(join) + "{ bye }\n";
    JsonLineChannel channel =
        new JsonLineChannel(new ByteArrayInputStream(text.getBytes(UTF_8)), System.out);
    assertThat(channel.receive()).isEqualTo(join);
    assertThatThrownBy(channel::receive)
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("no message of this program");
  }
}
