-- sysbench 1.0; each statement is on a table of its own.
BEGIN;
\set id random_row()
UPDATE :table SET k = k + 1 WHERE id = :id; -- expect 1 changed
\set table random(1, :tables)
\set id random_row()
\set c row_c(:id)
UPDATE :table SET c = :c WHERE id = :id; -- expect 1 changed
\set table random(1, :tables)
\set id random_row()
\set k row_k(random_row())
\set c row_c(:id)
\set pad row_pad(:id)
DELETE FROM :table WHERE id = :id; -- expect 1 changed
INSERT INTO :table (id, k, c, pad) VALUES (:id, :k, :c, :pad); -- expect 1 changed
COMMIT;
