BEGIN;
\include oltp_reads
\include oltp_writes
COMMIT;
