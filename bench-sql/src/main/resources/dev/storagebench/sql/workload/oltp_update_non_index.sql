-- sysbench 1.0
\set id random_row()
\set c row_c(:id)
UPDATE :table SET c = :c WHERE id = :id; -- expect 1 changed
