# sysbench 1.0
let id = row
let c = c id
UPDATE {table} SET c = :c WHERE id = :id; -- expect 1 changed
