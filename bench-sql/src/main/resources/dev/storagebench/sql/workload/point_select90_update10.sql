-- Terark, 2022: 90 point selects and 10 updates to a random string of 119 bytes.
\repeat 90
  \set id random_row()
  SELECT c FROM :table WHERE id = :id; -- expect c of :id
\end
\repeat 10
  \set id random_row()
  \set c row_c(:id)
  UPDATE :table SET c = :c WHERE id = :id; -- expect 1 changed
\end
