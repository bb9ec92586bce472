# sysbench 1.0
let id = row
let to = id + 99
let k = key
let c = c id
let pad = pad id
begin
10 x SELECT c FROM {table} WHERE id = :id; -- expect c of id
SELECT c FROM {table} WHERE id BETWEEN :id AND :to; -- expect 1..100 rows
SELECT SUM(k) FROM {table} WHERE id BETWEEN :id AND :to; -- expect 1 row
SELECT c FROM {table} WHERE id BETWEEN :id AND :to ORDER BY c; -- expect 1..100 rows
SELECT DISTINCT c FROM {table} WHERE id BETWEEN :id AND :to ORDER BY c; -- expect 1..100 rows
UPDATE {table} SET k = k + 1 WHERE id = :id; -- expect 1 changed
UPDATE {table} SET c = :c WHERE id = :id; -- expect 1 changed
DELETE FROM {table} WHERE id = :id; -- expect 1 changed
INSERT INTO {same table} (id, k, c, pad) VALUES (@id, :k, :c, :pad); -- expect 1 changed
commit
