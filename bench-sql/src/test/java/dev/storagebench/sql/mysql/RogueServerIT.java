package dev.storagebench.sql.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.core.engine.EngineException;
import dev.storagebench.sql.jdbc.Credentials;
import dev.storagebench.sql.jdbc.DisabledProtection;
import dev.storagebench.sql.jdbc.ExternalServer;
import dev.storagebench.sql.mysql.RogueServer.Trick;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Nothing is given to a server that is not proven to be the one in the URL. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "elsewhere only 127.0.0.1 is a loopback address")
final class RogueServerIT {
  // Not one of the addresses that go without TLS.
  private static final String REMOTE = "127.0.0.2";
  private static final String PASSWORD = "hunter2-hunter2";
  private static final String SECRET = "the contents of a file on the client";
  private static final String STORE_PASSWORD = "changeit";

  @TempDir private static Path folder;

  @BeforeAll
  static void makeCertificates() throws Exception {
    certificate("right", "ip:" + REMOTE);
    certificate("wrong", "dns:db.example.org");
    Files.writeString(folder.resolve("secret.txt"), SECRET);
  }

  /** A certificate that signs itself, and a trust store for it. */
  private static void certificate(String name, String subject) throws Exception {
    keytool(
        "-genkeypair",
        "-alias",
        name,
        "-keyalg",
        "RSA",
        "-dname",
        "CN=" + name,
        "-ext",
        "san=" + subject,
        "-keystore",
        name + ".p12");
    keytool(
        "-exportcert", "-rfc", "-alias", name, "-keystore", name + ".p12", "-file", name + ".pem");
    keytool(
        "-J-Dkeystore.pkcs12.certProtectionAlgorithm=NONE",
        "-J-Dkeystore.pkcs12.macAlgorithm=NONE",
        "-importcert",
        "-noprompt",
        "-alias",
        name,
        "-file",
        name + ".pem",
        "-keystore",
        name + ".trust");
  }

  private static void keytool(String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
    command.addAll(List.of(arguments));
    command.addAll(List.of("-storetype", "PKCS12", "-storepass", STORE_PASSWORD));
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
  }

  private static Optional<SSLContext> tls(String certificate) throws Exception {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(folder.resolve(certificate + ".p12"))) {
      keys.load(in, STORE_PASSWORD.toCharArray());
    }
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, STORE_PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return Optional.of(context);
  }

  private static RogueServer remote(Trick trick, Optional<SSLContext> tls) throws IOException {
    return new RogueServer(REMOTE, trick, tls, folder.resolve("secret.txt").toString());
  }

  /** Connects as a user would, by the URL's own driver; it fails in any case. */
  private static EngineException connect(
      String scheme, RogueServer rogue, String properties, DisabledProtection... insecurities) {
    String url = "jdbc:%s://%s/bench%s".formatted(scheme, rogue.address(), properties);
    ExternalServer server =
        new ExternalServer(url, url, new Credentials("alice", PASSWORD), Set.of(insecurities));
    List<EngineException> thrown = new ArrayList<>();
    assertThatThrownBy(() -> ExternalBackend.open("mysql", server, new InnoDb()).close())
        .isInstanceOfSatisfying(EngineException.class, thrown::add);
    return thrown.get(0);
  }

  @ParameterizedTest
  @CsvSource({
    "mysql, CLEAR_TEXT",
    "mysql, FULL_SHA2",
    "mysql, LOCAL_INFILE",
    "mariadb, CLEAR_TEXT",
    "mariadb, DIALOG",
    "mariadb, FULL_SHA2",
    "mariadb, LOCAL_INFILE"
  })
  void getsNothingWithoutTls(String scheme, Trick trick) throws Exception {
    try (RogueServer rogue = remote(trick, Optional.empty())) {
      assertThat(connect(scheme, rogue, "")).hasMessageContaining("--insecure-jdbc");
      assertThat(rogue.knows(PASSWORD)).isFalse();
      assertThat(rogue.knows("alice")).isFalse();
      assertThat(rogue.wasAskedForItsKey()).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "mysql, CLEAR_TEXT",
    "mysql, FULL_SHA2",
    "mariadb, CLEAR_TEXT",
    "mariadb, DIALOG",
    "mariadb, FULL_SHA2"
  })
  void getsNothingWithACertificateOfItsOwn(String scheme, Trick trick) throws Exception {
    try (RogueServer rogue = remote(trick, tls("right"))) {
      assertThat(connect(scheme, rogue, "")).hasMessageContaining("--insecure-jdbc");
      assertThat(rogue.wasTrusted()).isFalse();
      assertThat(rogue.knows(PASSWORD)).isFalse();
      assertThat(rogue.knows("alice")).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "mysql, wrong, false",
    "mysql, right, true",
    "mariadb, wrong, false",
    "mariadb, right, true"
  })
  void isTrustedOnlyWithACertificateForItsHost(String scheme, String certificate, boolean isTrusted)
      throws Exception {
    String trust =
        scheme.equals("mysql")
            ? "?trustCertificateKeyStoreType=PKCS12&trustCertificateKeyStoreUrl=file:"
                + folder.resolve(certificate + ".trust")
            : "?serverSslCert=" + folder.resolve(certificate + ".pem");
    try (RogueServer rogue = remote(Trick.CLEAR_TEXT, tls(certificate))) {
      connect(scheme, rogue, trust);
      assertThat(rogue.wasTrusted()).isEqualTo(isTrusted);
      assertThat(rogue.knows("alice")).isEqualTo(isTrusted);
      assertThat(rogue.knows(PASSWORD)).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource({"mysql", "mariadb"})
  void getsThePasswordOnlyWhereTheUserSaysSo(String scheme) throws Exception {
    try (RogueServer rogue = remote(Trick.CLEAR_TEXT, tls("wrong"))) {
      connect(scheme, rogue, "", DisabledProtection.UNVERIFIED_TLS);
      assertThat(rogue.wasTrusted()).isTrue();
      assertThat(rogue.knows(PASSWORD)).isFalse();
      connect(scheme, rogue, "", DisabledProtection.UNVERIFIED_TLS, DisabledProtection.CLEAR_TEXT);
      assertThat(rogue.knows(PASSWORD)).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({"mysql", "mariadb"})
  void getsNoKeyExchangeUnlessTheUserSaysSo(String scheme) throws Exception {
    try (RogueServer rogue = remote(Trick.FULL_SHA2, Optional.empty())) {
      connect(scheme, rogue, "", DisabledProtection.NO_TLS);
      assertThat(rogue.knows("alice")).isTrue();
      assertThat(rogue.wasAskedForItsKey()).isFalse();
      connect(scheme, rogue, "", DisabledProtection.NO_TLS, DisabledProtection.PUBLIC_KEY);
      assertThat(rogue.wasAskedForItsKey()).isTrue();
      assertThat(rogue.knows(PASSWORD)).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource({"mysql, 127.0.0.1", "mysql, 127.0.0.2", "mariadb, 127.0.0.1", "mariadb, 127.0.0.2"})
  void getsNoFiles(String scheme, String address) throws Exception {
    String file = folder.resolve("secret.txt").toString();
    try (RogueServer rogue = new RogueServer(address, Trick.LOCAL_INFILE, Optional.empty(), file)) {
      connect(scheme, rogue, "", DisabledProtection.NO_TLS);
      assertThat(rogue.knows("alice")).isTrue();
      assertThat(rogue.wasOfferedFiles()).isFalse();
      assertThat(rogue.knows(SECRET)).isFalse();
    }
  }
}
