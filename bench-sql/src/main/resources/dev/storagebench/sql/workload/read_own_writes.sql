-- A transaction must see what it has written itself.
\set id random_row()
\set c row_c(:id)
BEGIN;
UPDATE :table SET c = :c WHERE id = :id; -- expect 1 changed
SELECT c FROM :table WHERE id = :id; -- expect value :c
COMMIT;
