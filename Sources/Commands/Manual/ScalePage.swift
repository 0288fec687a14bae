// pliant-scale(7): large documents, many processors and many machines.

extension Manual {
  static let scale = ManualPage(
    "pliant-scale", section: 7, summary: "large documents on many processors and machines",
    text: #"""
      # DESCRIPTION
      pliant converts documents of many gigabytes record by record in constant memory. If one processor is not enough,
      `pliant split` cuts a document between records in one pass, and several processes or machines convert the parts.

      # ONE PROCESS
      `--records` *PLACE* reads the records at a place one by one. `jsonl`, `csv` and `tsv` have one record per line:

          pliant convert jsonl --records Record -o records.jsonl export.xml

      pliant compares the keys of as many records as fit into memory and does not resolve references; see
      pliant-mapping(5).

      # PIPELINES
      pliant leaves sorting, grouping and joining to programs made for them. Load any document into a database and
      query it:

          pliant load export.xml shop.db
          sqlite3 shop.db 'SELECT category, sum(price) FROM product GROUP BY category ORDER BY 2 DESC'

      Write lines for jq, which filters and groups data that fits in memory:

          pliant convert jsonl --records products/product --fields sku=@id,price export.xml |
              jq -s 'group_by(.sku) | map({sku: .[0].sku, n: length})'

      Join two tables, and write the result as a property list:

          pliant load customers.json orders.json shop.db
          sqlite3 -json shop.db 'SELECT * FROM orders JOIN customers ON customer = customers.id' |
              pliant convert xml1 -o joined.plist

      # PARTS
      Each part is a complete document: it repeats everything before the root element and the start tags around the
      records, with their namespaces. Content other than records remains in the part in which it occurs. The records
      of all parts, in the order of the parts, are exactly the records of the original.

          pliant split --records Record --size 250000000 -o 'part-%04d.xml' export.xml

      Elements that a mapping requires around the records may be missing from a part. This affects conversions of the
      whole part, but not `--records`. pliant checks keys within each part only; to compare keys across parts, load
      the records into a database with a unique index.

      # XARGS AND GNU PARALLEL
      `xargs -P` runs one process per part on all processors; each writes its own file:

          printf '%s\0' part-*.xml |
              xargs -0 -P "$(nproc)" -n 1 pliant convert jsonl --mapping health --records Record -e jsonl

      GNU parallel can also use other machines and print the outputs in the order of the parts:

          parallel --keep-order pliant convert jsonl --mapping health --records Record -o - {} \
              ::: part-*.xml >records.jsonl

      The exit status of either shows whether a part failed. `--jobs` does the same in one process: `pliant convert
      jsonl --records Record -e jsonl --jobs 0 part-*.xml`.

      # APACHE SPARK
      Spark passes the path of a part to each task and reads pliant's output as lines. Install pliant on each worker,
      and store the parts where every worker can read them.

          from pyspark.sql import SparkSession
          import glob

          spark = SparkSession.builder.appName("records").getOrCreate()
          paths = glob.glob("/data/part-*.xml")
          lines = spark.sparkContext.parallelize(paths, len(paths)).pipe(
              "xargs -d '\\n' -n 1 pliant convert jsonl --mapping health --records Record -q -o -",
              checkCode=True)
          records = spark.read.json(lines)
          records.write.parquet("/data/records.parquet")

      With `checkCode=True` a failed part is a failed task, which Spark retries. `spark.read.json` reads the lines
      twice, once for the schema; pass a schema to read them once.
      """#, seeAlso: ["split", "convert", "pliant-mapping(5)", "pliant-formats(7)"])
}
