// pliant-scale(7): large documents, many processors and many machines.

import CommandLineKit

extension Manual {
  static let scale = ManualPage(
    "pliant-scale", section: 7, summary: "large documents on many processors and machines",
    sections: [
      ManualSection("DESCRIPTION", scaleIntroduction),
      ManualSection("ONE PROCESS", scaleOneProcess),
      ManualSection("PARTS", scaleParts),
      ManualSection("XARGS AND GNU PARALLEL", scaleParallel),
      ManualSection("APACHE SPARK", scaleSpark),
    ], seeAlso: ["split", "convert", "pliant-mapping(5)", "pliant-formats(7)"])

  private static let scaleIntroduction: [ManualBlock] = [
    """
    A document of many gigabytes is converted record by record, in memory that does not grow with it. Where one processor \
    is not enough, `pliant split` cuts it between records in one pass, and the parts are converted side by side, on one \
    machine or on many.
    """
  ]

  private static let scaleOneProcess: [ManualBlock] = [
    """
    `--records` *PLACE* reads the records at a place one by one. To `jsonl`, `csv` and `tsv` each is a line:
    """,
    .literal("pliant convert jsonl --records Record -o records.jsonl export.xml"),
    """
    Keys are compared over all records as far as they can be remembered, and references are not looked up; see \
    pliant-mapping(5).
    """,
  ]

  private static let scaleParts: [ManualBlock] = [
    """
    Each part is a whole document: it repeats what precedes the root element and the start tags around the records, \
    with their namespaces. What is not a record stays in the part where it occurs. All records of all parts, in the order \
    of the parts, are the records of the whole, each once.
    """,
    .literal("pliant split --records Record --size 250000000 -o 'part-%04d.xml' export.xml"),
    """
    As a part lacks what another has, what a mapping requires around the records may be missing in it, which matters to \
    reading it whole but not to `--records`. Keys are unique only within a part: where they have to be compared, load the \
    records into a database with a unique index.
    """,
  ]

  private static let scaleParallel: [ManualBlock] = [
    "`xargs -P` runs one process for each part, on all processors; each writes its own file:",
    .literal(
      """
      printf '%s\\0' part-*.xml |
          xargs -0 -P "$(nproc)" -n 1 pliant convert jsonl --mapping health --records Record -e jsonl
      """),
    "GNU parallel also runs them on other machines, and can put the outputs in the order of the parts:",
    .literal(
      """
      parallel --keep-order pliant convert jsonl --mapping health --records Record -o - {} \\
          ::: part-*.xml >records.jsonl
      """),
    """
    The exit status of either shows whether a part failed. `--jobs` does the same within one process: `pliant convert jsonl \
    --records Record -e jsonl --jobs 0 part-*.xml`.
    """,
  ]

  private static let scaleSpark: [ManualBlock] = [
    """
    Spark gives each task a part's path, and pliant's output back as lines. The parts lie where every worker can read \
    them, and pliant is installed on each.
    """,
    .literal(
      """
      from pyspark.sql import SparkSession
      import glob

      spark = SparkSession.builder.appName("records").getOrCreate()
      paths = glob.glob("/data/part-*.xml")
      lines = spark.sparkContext.parallelize(paths, len(paths)).pipe(
          "xargs -d '\\\\n' -n 1 pliant convert jsonl --mapping health --records Record -q -o -",
          checkCode=True)
      records = spark.read.json(lines)
      records.write.parquet("/data/records.parquet")
      """),
    """
    `checkCode=True` makes a failed part a failed task, which Spark tries again. `spark.read.json` reads the lines twice, \
    once for the schema; give it a schema to read them once.
    """,
  ]
}
