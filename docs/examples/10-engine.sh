# 10 An engine of your own.
#
# LogEngine.java is a whole engine in one class: it appends records to a file and keeps their places
# in a sorted map. It compiles against benchmarks.jar alone. The manifest names the version of the
# interface, META-INF/services the class; the jar is a plug-in that is listed, measured and reported
# like any other engine. docs/examples/10-engine-plugin/README.md says what makes its figures right.
#
# "noop" stores nothing: its time is the harness's own, a part of everybody's.

example=docs/examples/10-engine-plugin
javac -cp benchmarks.jar -d runs/log-engine "$example/src/com/example/logengine/LogEngine.java"
jar --create --file runs/log-engine.jar --manifest "$example/MANIFEST.MF" \
    -C runs/log-engine . -C "$example" META-INF/services
java -jar benchmarks.jar --plugin runs/log-engine.jar --engines log-example,lmdb,noop \
    --workloads read,write "$@"
