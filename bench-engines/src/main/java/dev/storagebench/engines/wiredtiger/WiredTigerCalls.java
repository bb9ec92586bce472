package dev.storagebench.engines.wiredtiger;

/** The library's few functions that are not methods. Public because jnr-ffi implements it. */
public interface WiredTigerCalls {

  /** {@code wiredtiger_version}; the parameters are addresses of {@code int}. */
  String version(long major, long minor, long patch);

  /** {@code wiredtiger_open}; the last parameter is the address of a {@code WT_CONNECTION*}. */
  int open(String home, long eventHandler, String config, long connection);

  /** {@code wiredtiger_strerror}. */
  String strerror(int error);
}
