# sysbench 1.0
let id = row
let k = key
let c = c id
let pad = pad id
begin
UPDATE {table} SET k = k + 1 WHERE id = :id; -- expect 1 changed
UPDATE {table} SET c = :c WHERE id = :id; -- expect 1 changed
DELETE FROM {table} WHERE id = :id; -- expect 1 changed
INSERT INTO {same table} (id, k, c, pad) VALUES (@id, :k, :c, :pad); -- expect 1 changed
commit
