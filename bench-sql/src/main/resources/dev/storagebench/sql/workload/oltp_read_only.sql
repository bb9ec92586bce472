BEGIN;
\include oltp_reads
COMMIT;
