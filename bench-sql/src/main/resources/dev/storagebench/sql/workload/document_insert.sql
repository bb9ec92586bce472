-- New long articles.
\set id new_row()
\set key document_key(:id)
\set text row_text(:id)
INSERT INTO :table (Farticle_id, Fcontent) VALUES (:key, :text); -- expect 1 changed
