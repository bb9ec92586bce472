# sysbench 1.0
let id = row
SELECT c FROM {table} WHERE id = :id; -- expect c of id
