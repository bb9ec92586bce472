# A cloud vendor's product page: 4 point selects and 1 update of the indexed column.
let id = row
4 x SELECT c FROM {table} WHERE id = :id; -- expect c of id
UPDATE {same table} SET k = k + 1 WHERE id = :id; -- expect 1 changed
