-- Terark, 2022: 100 queries of 100 rows each, from a random key of the secondary index on. Without the
-- hint MySQL 8 does not see the LIMIT and scans the table where it is not in memory.
\repeat 100
  \set k row_k(random_row())
  SELECT c FROM :table /*! FORCE INDEX (k_1) */ WHERE k >= :k LIMIT 100; -- expect 1..100 rows
\end
