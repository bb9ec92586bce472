package dev.storagebench.core.clients;

import dev.storagebench.core.engine.StoreFolder;
import dev.storagebench.core.store.TemporaryFolder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/**
 * TLS between machines: a controller makes a key and a certificate for itself at its start, and its
 * clients trust no other one.
 *
 * @param context the controller's
 * @param certificate SHA-256 of its certificate
 */
record Tls(SSLContext context, String certificate) {
  private static final String PROTOCOL = "TLSv1.3";
  private static final String PASSWORD = "STORAGE_BENCH_KEY";
  private static final String KEYTOOL =
      "-genkeypair -alias controller -keyalg EC -groupname secp256r1 -dname CN=storage-bench -validity 30 -storetype PKCS12";

  /** Makes them with the JDK's keytool: the JDK has no public class for it. */
  static Tls create() throws IOException {
    Path folder = TemporaryFolder.create("k");
    String password = random();
    Path file = folder.resolve("key.p12");
    try {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
      command.addAll(List.of(KEYTOOL.split(" ", -1)));
      command.addAll(List.of("-storepass:env", PASSWORD, "-keystore", file.toString()));
      ProcessBuilder keytool = new ProcessBuilder(command).redirectErrorStream(true);
      keytool.environment().put(PASSWORD, password);
      Process process = keytool.start();
      String printed =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      if (process.onExit().join().exitValue() != 0) {
        throw new IOException("keytool made no certificate: " + printed);
      }
      KeyStore keys = KeyStore.getInstance("PKCS12");
      try (InputStream in = Files.newInputStream(file)) {
        keys.load(in, password.toCharArray());
      }
      KeyManagerFactory factory =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(keys, password.toCharArray());
      SSLContext context = SSLContext.getInstance(PROTOCOL);
      context.init(factory.getKeyManagers(), null, null);
      return new Tls(context, digest((X509Certificate) keys.getCertificate("controller")));
    } catch (GeneralSecurityException e) {
      throw new IOException("no certificate for TLS: " + e, e);
    } finally {
      StoreFolder.delete(folder);
    }
  }

  /** For clients of the controller with this certificate. */
  static SSLContext trusting(String certificate) throws IOException {
    try {
      SSLContext context = SSLContext.getInstance(PROTOCOL);
      context.init(null, new TrustManager[] {new Only(certificate)}, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IOException("no TLS: " + e, e);
    }
  }

  /** 192 random bits as text. */
  static String random() {
    byte[] bytes = new byte[24];
    new SecureRandom().nextBytes(bytes);
    return Base64.getUrlEncoder().encodeToString(bytes);
  }

  private static String digest(X509Certificate certificate) throws CertificateException {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
    } catch (NoSuchAlgorithmException e) {
      throw new CertificateException(e);
    }
  }

  /** Trusts one certificate. */
  private record Only(String certificate) implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      throw new CertificateException("clients have no certificates");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      if (!digest(chain[0]).equals(certificate)) {
        throw new CertificateException("it is not the controller's certificate");
      }
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
