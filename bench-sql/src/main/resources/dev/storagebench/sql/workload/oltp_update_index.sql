-- sysbench 1.0
\set id random_row()
UPDATE :table SET k = k + 1 WHERE id = :id; -- expect 1 changed
