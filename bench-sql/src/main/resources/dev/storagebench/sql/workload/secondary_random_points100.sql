-- Terark, 2022: one query for 100 random keys of the secondary index.
\set k row_k(random_row())
SELECT id, k, c, pad FROM :table WHERE k IN (:k*100); -- expect whole rows
