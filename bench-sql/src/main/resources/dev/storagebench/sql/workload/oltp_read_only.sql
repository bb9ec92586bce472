# sysbench 1.0
let id = row
let to = id + 99
begin
10 x SELECT c FROM {table} WHERE id = :id; -- expect c of id
SELECT c FROM {table} WHERE id BETWEEN :id AND :to; -- expect 1..100 rows
SELECT SUM(k) FROM {table} WHERE id BETWEEN :id AND :to; -- expect 1 row
SELECT c FROM {table} WHERE id BETWEEN :id AND :to ORDER BY c; -- expect 1..100 rows
SELECT DISTINCT c FROM {table} WHERE id BETWEEN :id AND :to ORDER BY c; -- expect 1..100 rows
commit
