BEGIN;
\include oltp_writes
COMMIT;
