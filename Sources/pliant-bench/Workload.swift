// The workloads: a maker of documents, and the jobs that are done with them.

struct Workload: Sendable {
  let name: String
  let summary: String
  /// Makes the documents if they are missing.
  let jobs: @Sendable (Bench) throws -> [Job]

  static let all: [Workload] = [
    Workload(name: "records", summary: "100,000 records of mixed types, 88 MB of XML", jobs: records),
    Workload(name: "reals", summary: "300,000 reals of 17 digits", jobs: conversions(.reals)),
    Workload(name: "numbers", summary: "2,000,000 integers and short reals", jobs: conversions(.numbers)),
    Workload(name: "strings", summary: "2,000 strings of 20 kB", jobs: conversions(.strings)),
    Workload(
      name: "escapes", summary: "600,000 strings with quotation marks, backslashes and line ends",
      jobs: conversions(.escapes)),
    Workload(
      name: "scripts", summary: "text in ten scripts, in JSON also as \\uXXXX", jobs: conversions(.scripts)),
    Workload(
      name: "mixed",
      summary: "records half of whose strings are not ASCII, with references, keys with spaces",
      jobs: conversions(.mixed)),
    Workload(name: "deep", summary: "500 values in 400 arrays each", jobs: conversions(.deep)),
    Workload(name: "health", summary: "a health export: attributes, entities, a DOCTYPE", jobs: health),
    Workload(name: "feed", summary: "a podcast feed with CDATA and entities, 58 MB", jobs: feed),
    Workload(name: "schedule", summary: "a schedule read by a mapping, 88 MB", jobs: schedule),
    Workload(name: "large", summary: "records read by several workers; a feed of 1 GB", jobs: large),
    Workload(name: "codable", summary: "the records as Codable types, by the library", jobs: codable),
    Workload(name: "small", summary: "10,000 files of 1 kB, and one of 400 bytes", jobs: small),
  ]
}
