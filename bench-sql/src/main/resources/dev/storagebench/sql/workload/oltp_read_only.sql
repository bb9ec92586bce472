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
COMMIT;
