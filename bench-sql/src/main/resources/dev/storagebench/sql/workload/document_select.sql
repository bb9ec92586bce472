-- Long articles by their primary key.
\set id random_row()
\set key document_key(:id)
SELECT Fcontent FROM :table WHERE Farticle_id = :key; -- expect text of :id
