# Terark, 2022: 90 point selects and 10 updates to a random string of 119 bytes.
let id = row
let c = c id
90 x SELECT c FROM {table} WHERE id = :id; -- expect c of id
10 x UPDATE {same table} SET c = :c WHERE id = :id; -- expect 1 changed
