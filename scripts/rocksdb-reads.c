/* Random reads of a RocksDB store by the library's C interface, without a binding.
 *
 *   cc -O2 -o rocksdb-reads scripts/rocksdb-reads.c -ldl
 *   ./rocksdb-reads LIBRARY STORE [SECONDS] [ROUNDS]
 *
 * LIBRARY exports RocksDB's C interface, as librocksdbjni-linux64.so of RocksJava's jar does. STORE is a copy of a store
 * of the cache; it is opened with the options that it was written with. One thread reads keys of the store at random and
 * copies each value into one buffer, as the benchmark's sessions do.
 */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef void *Handle;

static void *library;

static void *symbol(const char *name) {
  void *found = dlsym(library, name);
  if (!found) {
    fprintf(stderr, "%s\n", dlerror());
    exit(1);
  }
  return found;
}

static void check(const char *error) {
  if (error) {
    fprintf(stderr, "%s\n", error);
    exit(1);
  }
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
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  char *error = NULL;
  Handle env = ((Handle(*)(void))symbol("rocksdb_create_default_env"))();
  Handle cache = ((Handle(*)(size_t))symbol("rocksdb_cache_create_lru"))(64 << 20);
  Handle options = NULL;
  size_t families = 0;
  char **names;
  Handle *family_options;
  ((void (*)(const char *, Handle, int, Handle, Handle *, size_t *, char ***, Handle **, char **))symbol(
      "rocksdb_load_latest_options"))(argv[2], env, 0, cache, &options, &families, &names, &family_options, &error);
  check(error);
  Handle read = ((Handle(*)(void))symbol("rocksdb_readoptions_create"))();
  Handle column = NULL;
  const char *name = names[0];
  Handle db = ((Handle(*)(Handle, const char *, int, const char *const *, const Handle *, Handle *, char **))symbol(
      "rocksdb_open_column_families"))(options, argv[2], 1, &name, family_options, &column, &error);
  check(error);

  size_t count = 0, room = 1 << 16, width = 0;
  char *keys = NULL;
  Handle all = ((Handle(*)(Handle, Handle))symbol("rocksdb_create_iterator"))(db, read);
  unsigned char (*valid)(Handle) = symbol("rocksdb_iter_valid");
  const char *(*key_of)(Handle, size_t *) = symbol("rocksdb_iter_key");
  void (*next)(Handle) = symbol("rocksdb_iter_next");
  for (((void (*)(Handle))symbol("rocksdb_iter_seek_to_first"))(all); valid(all); next(all)) {
    size_t length;
    const char *key = key_of(all, &length);
    width = length;
    if (!keys || count == room) {
      keys = realloc(keys, (room *= 2) * width);
    }
    memcpy(keys + count++ * width, key, width);
  }
  ((void (*)(Handle))symbol("rocksdb_iter_destroy"))(all);
  if (!count) {
    fprintf(stderr, "%s: no records\n", argv[2]);
    return 1;
  }

  unsigned char (*get)(Handle, Handle, const char *, size_t, char *, size_t, size_t *, unsigned char *, char **) =
      symbol("rocksdb_get_into_buffer");
  static char into[1 << 20];
  uint64_t random = 88172645463325252u, bytes = 0;
  for (int round = 0; round < rounds; round++) {
    uint64_t reads = 0;
    double started = now(), ended = started;
    while (ended - started < seconds) {
      for (int i = 0; i < 1000; i++, reads++) {
        random ^= random << 13, random ^= random >> 7, random ^= random << 17;
        size_t length;
        unsigned char found = 0;
        unsigned char fits = get(
            db, read, keys + random % count * width, width, into, sizeof into, &length, &found, &error);
        if (error || !found || !fits) {
          fprintf(stderr, "a record that was there is missing: %s\n", error ? error : "");
          return 1;
        }
        bytes += length + (unsigned char)into[0];
      }
      ended = now();
    }
    printf("%.0f reads a second, %.0f ns a read\n", reads / (ended - started), 1e9 * (ended - started) / reads);
  }
  fprintf(stderr, "%zu records, checksum %llu\n", count, (unsigned long long)bytes);
  return 0;
}
