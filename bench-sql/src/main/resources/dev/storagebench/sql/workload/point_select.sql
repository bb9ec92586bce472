# Terark, 2022: 100 point selects, each a transaction of the server's own.
let id = row
100 x SELECT c FROM {table} WHERE id = :id; -- expect c of id
