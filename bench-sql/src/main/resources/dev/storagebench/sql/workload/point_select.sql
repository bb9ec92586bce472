-- Terark, 2022: 100 point selects, each a transaction of the server's own.
\repeat 100
  \set id random_row()
  SELECT c FROM :table WHERE id = :id; -- expect c of :id
\end
