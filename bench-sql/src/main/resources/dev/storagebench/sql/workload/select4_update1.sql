-- A cloud vendor's product page: 4 point selects and 1 update of the indexed column.
\repeat 4
  \set id random_row()
  SELECT c FROM :table WHERE id = :id; -- expect c of :id
\end
\set id random_row()
UPDATE :table SET k = k + 1 WHERE id = :id; -- expect 1 changed
