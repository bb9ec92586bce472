-- sysbench 1.0
\set id random_row()
SELECT c FROM :table WHERE id = :id; -- expect c of :id
