#!/bin/sh
# The rounds of a suite on a Slurm cluster, a node each: twelve here, four at a time. Then they are merged:
#   sbatch --wait --array=1-12%4 docs/examples/slurm-rounds.sh runs/movies suite movies --rounds 12
#   java -jar benchmarks.jar report runs/movies/rounds/* --out runs/movies/all
# A round whose node dies is queued again. Submitted once more, the job measures what is missing.
#SBATCH --job-name=storage-bench --nodes=1 --ntasks=1 --exclusive --mem=0
#SBATCH --requeue --open-mode=append --output=round-%a.log
run=$1
shift
exec java -jar benchmarks.jar "$@" \
  --only-round "$SLURM_ARRAY_TASK_ID" --out "$run/rounds/$SLURM_ARRAY_TASK_ID"
