-- sysbench 1.0; each statement, or loop of them, is on a table of its own.
BEGIN;
\repeat 10
  \set id random_row()
  SELECT c FROM :table WHERE id = :id; -- expect c of :id
\end
\set table random(1, :tables)
\set id random_row()
\set to :id + 99
SELECT c FROM :table WHERE id BETWEEN :id AND :to; -- expect 1..100 rows
\set table random(1, :tables)
\set id random_row()
\set to :id + 99
SELECT SUM(k) FROM :table WHERE id BETWEEN :id AND :to; -- expect 1 row
\set table random(1, :tables)
\set id random_row()
\set to :id + 99
SELECT c FROM :table WHERE id BETWEEN :id AND :to ORDER BY c; -- expect 1..100 rows
\set table random(1, :tables)
\set id random_row()
\set to :id + 99
SELECT DISTINCT c FROM :table WHERE id BETWEEN :id AND :to ORDER BY c; -- expect 1..100 rows
\set table random(1, :tables)
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
