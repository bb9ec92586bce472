# Terark, 2022: 100 queries of 100 rows each, from a random key of the secondary index on.
let k = key
100 x SELECT c FROM {table} WHERE k >= :k LIMIT 100; -- expect 1..100 rows
