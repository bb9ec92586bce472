-- pgbench's tables, as large as its scale says.
\setup
DROP TABLE IF EXISTS pgbench_accounts, pgbench_branches, pgbench_tellers, pgbench_history, digits;
CREATE TABLE pgbench_branches (bid int NOT NULL PRIMARY KEY, bbalance int, filler char(88));
CREATE TABLE pgbench_tellers (tid int NOT NULL PRIMARY KEY, bid int, tbalance int, filler char(84));
CREATE TABLE pgbench_accounts (aid int NOT NULL PRIMARY KEY, bid int, abalance int, filler char(84));
CREATE TABLE pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
CREATE TABLE digits (d int NOT NULL PRIMARY KEY);
INSERT INTO digits VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9);
INSERT INTO pgbench_branches (bid, bbalance)
  SELECT n + 1, 0 FROM (SELECT 100 * a.d + 10 * b.d + c.d AS n FROM digits a, digits b, digits c) AS numbers
  WHERE n < :scale;
INSERT INTO pgbench_tellers (tid, bid, tbalance)
  SELECT 10 * (bid - 1) + d + 1, bid, 0 FROM pgbench_branches, digits;
INSERT INTO pgbench_accounts (aid, bid, abalance, filler)
  SELECT 10000 * (tid - 1) + 1000 * a.d + 100 * b.d + 10 * c.d + d.d + 1, bid, 0, ''
  FROM pgbench_tellers, digits a, digits b, digits c, digits d;
\end

-- pgbench's select-only, unchanged.
\set aid random(1, 100000 * :scale)
SELECT abalance FROM pgbench_accounts WHERE aid = :aid;
