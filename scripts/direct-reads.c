/* Random reads of a RocksDB or LMDB store by the library's C interface, without a binding.
 *
 *   cc -O2 -o direct-reads scripts/direct-reads.c -ldl
 *   ./direct-reads LIBRARY STORE [SECONDS] [ROUNDS]
 *
 * LIBRARY exports RocksDB's C interface, as librocksdbjni-linux64.so of RocksJava's jar does, or LMDB's. STORE is a copy
 * of a store of the cache; RocksDB opens it with the options that it was written with, and a cache of 64 MiB of its default
 * kind. One thread reads keys of the store at random and copies each value into one buffer, by the calls of
 * rocksdb-c{binding=ffm} and of lmdb. All keys have one length.
 */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef void *Handle;
typedef struct {
  size_t length;
  char *data;
} Value;

static void *library;
static char *keys, into[1 << 20];
static size_t count, width;

static void fail(const char *what) {
  fprintf(stderr, "%s\n", what);
  exit(1);
}

static void *symbol(const char *name) {
  void *found = dlsym(library, name);
  if (!found) {
    fail(dlerror());
  }
  return found;
}

static void add(const char *key, size_t length) {
  static size_t room;
  if (count && length != width) {
    fail("the store's keys differ in length");
  }
  width = length;
  if (count == room) {
    keys = realloc(keys, (room = 2 * room + 1024) * width);
  }
  memcpy(keys + count++ * width, key, width);
}

static Handle db, read_options, transaction;
static unsigned char (*rocksdb_get)(
    Handle, Handle, const char *, size_t, char *, size_t, size_t *, unsigned char *, char **);
static int (*lmdb_renew)(Handle), (*lmdb_get)(Handle, unsigned, Value *, Value *);
static void (*lmdb_reset)(Handle);

static void open_rocksdb(const char *folder) {
  char *error = NULL, **names;
  size_t families = 0;
  Handle options = NULL, column = NULL, *family_options;
  Handle env = ((Handle(*)(void))symbol("rocksdb_create_default_env"))();
  Handle cache = ((Handle(*)(size_t, size_t))symbol("rocksdb_cache_create_hyper_clock"))(64 << 20, 0);
  ((void (*)(const char *, Handle, int, Handle, Handle *, size_t *, char ***, Handle **, char **))symbol(
      "rocksdb_load_latest_options"))(folder, env, 0, cache, &options, &families, &names, &family_options, &error);
  if (error) {
    fail(error);
  }
  read_options = ((Handle(*)(void))symbol("rocksdb_readoptions_create"))();
  db = ((Handle(*)(Handle, const char *, int, char **, Handle *, Handle *, char **))symbol(
      "rocksdb_open_column_families"))(options, folder, 1, names, family_options, &column, &error);
  if (error) {
    fail(error);
  }
  Handle all = ((Handle(*)(Handle, Handle))symbol("rocksdb_create_iterator"))(db, read_options);
  unsigned char (*valid)(Handle) = symbol("rocksdb_iter_valid");
  const char *(*key_of)(Handle, size_t *) = symbol("rocksdb_iter_key");
  void (*next)(Handle) = symbol("rocksdb_iter_next");
  for (((void (*)(Handle))symbol("rocksdb_iter_seek_to_first"))(all); valid(all); next(all)) {
    size_t length;
    const char *key = key_of(all, &length);
    add(key, length);
  }
  ((void (*)(Handle))symbol("rocksdb_iter_destroy"))(all);
  rocksdb_get = symbol("rocksdb_get_into_buffer");
}

static void open_lmdb(const char *folder) {
  enum { READ_ONLY = 0x20000, NO_TLS = 0x200000, NEXT = 8 };
  Handle env, cursor;
  Value key, value;
  unsigned dbi;
  lmdb_renew = symbol("mdb_txn_renew");
  lmdb_get = symbol("mdb_get");
  lmdb_reset = symbol("mdb_txn_reset");
  if (((int (*)(Handle *))symbol("mdb_env_create"))(&env)
      || ((int (*)(Handle, const char *, unsigned, int))symbol("mdb_env_open"))(env, folder, READ_ONLY | NO_TLS, 0600)
      || ((int (*)(Handle, Handle, unsigned, Handle *))symbol("mdb_txn_begin"))(env, NULL, READ_ONLY, &transaction)
      || ((int (*)(Handle, const char *, unsigned, unsigned *))symbol("mdb_dbi_open"))(transaction, NULL, 0, &dbi)
      || ((int (*)(Handle, unsigned, Handle *))symbol("mdb_cursor_open"))(transaction, dbi, &cursor)) {
    fail("LMDB cannot open the store");
  }
  int (*get)(Handle, Value *, Value *, int) = symbol("mdb_cursor_get");
  while (!get(cursor, &key, &value, NEXT)) {
    add(key.data, key.length);
  }
  lmdb_reset(transaction);
}

static size_t get(char *key) {
  char *error = NULL;
  size_t length = 0;
  unsigned char found = 0;
  if (rocksdb_get) {
    if (!rocksdb_get(db, read_options, key, width, into, sizeof into, &length, &found, &error) || error) {
      fail(error ? error : "a record that was there is missing");
    }
    return length;
  }
  Value name = {width, key}, value;
  if (lmdb_renew(transaction) || lmdb_get(transaction, 1, &name, &value) || value.length > sizeof into) {
    fail("a record that was there is missing, or does not fit");
  }
  memcpy(into, value.data, value.length);
  lmdb_reset(transaction);
  return value.length;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

int main(int argc, char **argv) {
  if (argc < 3) {
    fprintf(stderr, "usage: %s LIBRARY STORE [SECONDS] [ROUNDS]\n", argv[0]);
    return 2;
  }
  double seconds = argc > 3 ? atof(argv[3]) : 2;
  int rounds = argc > 4 ? atoi(argv[4]) : 5;
  library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    fail(dlerror());
  }
  if (dlsym(library, "mdb_env_create")) {
    open_lmdb(argv[2]);
  } else {
    open_rocksdb(argv[2]);
  }
  if (!count) {
    fail("the store has no records");
  }
  uint64_t random = 88172645463325252u, bytes = 0;
  for (int round = 0; round < rounds; round++) {
    uint64_t reads = 0;
    double started = now(), ended = started;
    while (ended - started < seconds) {
      for (int i = 0; i < 1000; i++, reads++) {
        random ^= random << 13, random ^= random >> 7, random ^= random << 17;
        bytes += get(keys + random % count * width) + (unsigned char)into[0];
      }
      ended = now();
    }
    printf("%.0f reads a second, %.0f ns a read\n", reads / (ended - started), 1e9 * (ended - started) / reads);
  }
  fprintf(stderr, "%zu records, checksum %llu\n", count, (unsigned long long)bytes);
  return 0;
}
