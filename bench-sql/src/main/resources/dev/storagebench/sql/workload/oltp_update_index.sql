# sysbench 1.0
let id = row
UPDATE {table} SET k = k + 1 WHERE id = :id; -- expect 1 changed
