#!/bin/sh
# Compares one process with many: the records of a large document, converted whole, by xargs, by GNU parallel and by Apache
# Spark. Each way must give the same number of records and the same sum. What is not installed is skipped.
#
#   Tests/Scale/compare.sh [PLIANT] [RECORDS]
#
# The whole run takes a few seconds; with pyspark (and Java) about half a minute more.
set -eu
pliant=$(command -v "${1:-.build/debug/pliant}") || { echo "no pliant at ${1:-.build/debug/pliant}" >&2; exit 2; }
case $pliant in /*) ;; *) pliant=$PWD/$pliant ;; esac
count=${2:-200000}
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# An export whose values add up to a known sum; comments and CDATA hold what only looks like a record.
awk -v count="$count" 'BEGIN {
  print "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<HealthData locale=\"de_DE\">\n <ExportDate value=\"2024-03-01 06:00:00 +0100\"/>"
  for (i = 1; i <= count; i++) {
    if (i % 1000 == 0) print " <!-- <Record value=\"1\"/> -->"
    printf " <Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"Gretes Uhr\" unit=\"count\" startDate=\"2024-02-29 06:50:00 +0100\" endDate=\"2024-02-29 07:00:00 +0100\" value=\"%d\"/>\n", i
  }
  print "</HealthData>"
}' >export.xml

# Prints how many lines there are and what their values add up to.
total() {
  awk 'match($0, /"value":"[0-9]+"/) { sum += substr($0, RSTART + 9, RLENGTH - 10); lines++ } END { printf "%d %.0f\n", lines, sum }' "$@"
}

convert="$pliant convert jsonl --mapping health --records Record -q"
expected=$($convert -o - export.xml | total)
echo "one process: $expected"
status=0
compare() {
  if [ "$2" = "$expected" ]; then echo "$1: the same"; else echo "$1: $2, expected $expected"; status=1; fi
}

"$pliant" split --records Record --parts 8 -q -o 'part-%02d.xml' export.xml

printf '%s\0' part-*.xml | xargs -0 -P 4 -n 1 $convert -e jsonl
compare "xargs, $(ls part-*.xml | wc -l) parts" "$(cat part-*.jsonl | total)"

if command -v parallel >/dev/null 2>&1; then
  compare "GNU parallel" "$(parallel --keep-order $convert -o - ::: part-*.xml | total)"
else
  echo "GNU parallel: skipped, not installed"
fi

if python3 -c 'import pyspark' 2>/dev/null && command -v java >/dev/null 2>&1; then
  compare "Spark" "$(python3 "$here/spark.py" "$pliant" part-*.xml 2>spark.log || { cat spark.log >&2; echo failed; })"
else
  echo "Spark: skipped, pyspark or Java is not installed"
fi
exit $status
