# Long articles by their primary key.
let id = document
SELECT Fcontent FROM {table} WHERE Farticle_id = :id; -- expect text of id
