-- 08 SQL of your own.
--
-- A workload is a script in pgbench's format. \set draws a value, :name uses it, and each pass of the
-- script is a transaction of the benchmark. A comment behind a statement says which answer is right:
-- a wrong one voids the cell. docs/sql-scripts.md has all of it.
--
--   java -jar benchmarks.jar suite sweep --with mysql --threads 1,4 -p workload=file:docs/examples/08-transfer.sql
--
-- This one moves a unit between two rows and reads one of them back.
\set from random_row()
\set to random_row()
BEGIN;
UPDATE :table SET k = k - 1 WHERE id = :from; -- expect 1 changed
UPDATE :table SET k = k + 1 WHERE id = :to; -- expect 1 changed
SELECT c FROM :table WHERE id = :from; -- expect c of :from
COMMIT;
