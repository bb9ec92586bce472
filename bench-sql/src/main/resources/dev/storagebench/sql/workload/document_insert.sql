# New long articles.
let id = new-document
let text = text id
INSERT INTO {table} (Farticle_id, Fcontent) VALUES (:id, :text); -- expect 1 changed
