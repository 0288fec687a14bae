// convert --records, --fields and --first of documents without a mapping: XML, JSON, JSON Lines, property lists.

import Commands
import Foundation
import TestSupport
import Testing

@Suite struct RecordPlaceTests {
  private static let shop = """
    <!DOCTYPE s [<!ENTITY e "é">]>
    <s:shop xmlns:s="urn:s" xmlns:x="urn:x"><meta><n>1</n></meta><list><product id="1"><name lang="de">A&amp;&e;</name>\
    <price>9.50</price><x:tag>u</x:tag></product><product id="2"><name>C</name><price>10.00</price><tag>v</tag>\
    <tag>w</tag></product><product/></list></s:shop>
    """
  private static let orders =
    #"{"n":1,"orders":[{"id":1,"c":{"n":"x"},"t":[1,2]},{"id":2,"c":{"n":"y,z"}}],"o":[[3]],"e":[]}"#

  private func convert(_ words: [String], _ input: String) throws -> (
    code: Int32, output: String, errors: String
  ) {
    let run = try CapturedRun(input: Array(input.utf8))
    let code = Program.run(["convert"] + words, context: run.context)
    return (code.rawValue, run.outputText, run.errorText)
  }

  @Test("Places in XML")
  func xml() throws {
    let first = ##"{"@id":"1","name":{"@lang":"de","#text":"A&é"},"price":"9.50","x:tag":"u"}"##
    let second = #"{"@id":"2","name":"C","price":"10.00","tag":["v","w"]}"#
    let rows: [(words: [String], output: String)] = [
      (["jsonl", "--records", "list/product"], "\(first)\n\(second)\nnull\n"),
      (["jsonl", "--records", "/s:shop/list/product"], "\(first)\n\(second)\nnull\n"),
      (["jsonl", "--records", "shop.list.product", "--first", "2"], "\(first)\n\(second)\n"),
      (["jsonl", "--records", "**/product", "--first", "1"], "\(first)\n"),
      (
        ["json", "--records", "*/product", "--fields", "@id,p=price"],
        #"[{"@id":"1","p":"9.50"},{"@id":"2","p":"10.00"},{}]"# + "\n"
      ),
      (["json", "--records", "**/tag"], "[\"u\",\"v\",\"w\"]\n"),
      (["csv", "--records", "**/tag"], "#text\r\nu\r\nv\r\nw\r\n"),
      (
        ["csv", "--records", "list/product", "--fields", "id=@id,n=name.#text,t=tag.0"],
        "id,n,t\r\n1,A&é,\r\n2,C,v\r\n,,\r\n"
      ),
      (
        ["csv", "--records", "list/product", "--first", "2"],
        "@id,name,price,x:tag,tag\r\n1,\"{\"\"@lang\"\":\"\"de\"\",\"\"#text\"\":\"\"A&é\"\"}\",9.50,u,\r\n2,C,10.00,,\"[\"\"v\"\",\"\"w\"\"]\"\r\n"
      ),
      (
        ["jsonl", "--records", "**/tag", "--xml-style", "jsonml"],
        "[\"x:tag\",\"u\"]\n[\"tag\",\"v\"]\n[\"tag\",\"w\"]\n"
      ),
      (["jsonl", "--records", "**/n", "--xml-style", "lossless"], "{\"name\":\"n\",\"children\":[\"1\"]}\n"),
      (["jsonl", "--records", "**/tag", "--list", "tag"], "\"u\"\n\"v\"\n\"w\"\n"),
    ]
    for (words, output) in rows {
      let result = try convert(words + ["-q"], Self.shop)
      #expect(result.code == 0 && result.output == output, "\(words): \(result.output)\(result.errors)")
      let utf16 = try CapturedRun(
        input: [0xFE, 0xFF] + Self.shop.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
      _ = Program.run(["convert", "-q"] + words, context: utf16.context)
      #expect(utf16.outputText == output, "UTF-16 \(words): \(utf16.errorText)")
    }
  }

  @Test("Empty attributes, elements, sections, comments and instructions of records")
  func emptyTexts() throws {
    let text = "<r><x/><a b='' c='1'><d></d><![CDATA[]]><!----><?p?><e f=''/></a><a b=''/></r>"
    let records = [#"{"@b":"","@c":"1","d":null,"e":{"@f":""}}"#, #"{"@b":""}"#]
    let result = try convert(["jsonl", "--records", "a", "-q"], text)
    #expect(result.code == 0 && result.output == records.map { $0 + "\n" }.joined(), "\(result)")
  }

  @Test("Places in JSON, JSON Lines and property lists")
  func values() throws {
    let all = "{\"id\":1,\"c\":{\"n\":\"x\"},\"t\":[1,2]}\n{\"id\":2,\"c\":{\"n\":\"y,z\"}}\n"
    let rows: [(words: [String], output: String)] = [
      (["--records", "/orders"], all), (["--records", "orders"], all), (["--records", "**/orders"], all),
      (["--records", "/orders/1"], "{\"id\":2,\"c\":{\"n\":\"y,z\"}}\n"),
      (["--records", "orders/c"], "{\"n\":\"x\"}\n{\"n\":\"y,z\"}\n"),
      (["--records", "orders.c.n"], "\"x\"\n\"y,z\"\n"), (["--records", "o"], "[3]\n"),
      (["--records", "e"], ""),
      (
        ["--records", "orders", "--fields", "c.n,first=t.0,id"],
        "{\"c.n\":\"x\",\"first\":1,\"id\":1}\n{\"c.n\":\"y,z\",\"id\":2}\n"
      ),
      (["--records", "n"], "1\n"),
    ]
    try withTemporaryFolder { folder in
      try write(["o.json": Self.orders, "o.jsonl": Self.orders + "\n"], in: folder)
      for (format, name) in [("xml1", "o.plist"), ("binary1", "o.bin"), ("openstep", "o.txt")] {
        #expect(try CapturedRun(in: folder).run("convert", format, "-q", "-o", name, "o.json") == .success)
      }
      for (words, output) in rows {
        for name in ["o.json", "o.jsonl", "o.plist", "o.bin"] {
          let run = try CapturedRun(in: folder)
          #expect(Program.run(["convert", "jsonl", "-q"] + words + [name], context: run.context) == .success)
          #expect(run.outputText == output, "\(name) \(words): \(run.errorText)")
        }
      }
      let old = try CapturedRun(in: folder)
      #expect(
        old.run("convert", "csv", "-q", "--records", "orders", "--fields", "id,c.n", "o.txt") == .success)
      #expect(old.outputText == "id,c.n\r\n1,x\r\n2,\"y,z\"\r\n", "\(old.errorText)")
      #expect(read("o.json", in: folder) == Self.orders, "records never replace their source")
    }
  }

  @Test("What is not there, and what is said")
  func messages() throws {
    let rows: [(words: [String], code: Int32, message: String)] = [
      (["csv"], 1, "use pliant convert csv --records s:shop/list/product"),
      (["csv", "--fields", "name"], 1, "--records"),
      (
        ["jsonl", "--records", "list/prodct"], 1,
        "no records at 'list/prodct'; the outermost that repeat are at 's:shop/list/product'"
      ),
      (["jsonl", "--records", "list/product"], 0, "note: 3 records at list/product"),
      (
        ["jsonl", "--records", "list/product", "--first", "1"], 0,
        "note: reading stopped here, after 1 record"
      ),
      (["jsonl", "--records", "list/product", "--fields", "a,a"], 2, "two columns 'a'"),
      (["jsonl", "--records", "list/product", "--fields", ","], 2, "missing a name"),
      (["xml", "--mapping", "gpx", "--fields", "a"], 2, "--fields is for records"),
    ]
    for (words, code, message) in rows {
      let result = try convert(words, Self.shop)
      #expect(result.code == code && result.errors.contains(message), "\(words): \(result.errors)")
    }
    let json = try convert(["jsonl", "--records", "nix"], Self.orders)
    #expect(json.code == 1 && json.errors.contains("no records at 'nix'"))
    let broken = try convert(["jsonl", "--records", "/orders"], "{\"orders\":[{\"a\":1},\n {\"a\":]}")
    #expect(broken.code == 1 && broken.errors.contains("<stdin>:2:"), "\(broken.errors)")
  }

  @Test("Fields of a mapping's records")
  func mapped() throws {
    let schedule = testdata("valid/mapped/site-schedule.xml").path
    for format in ["csv", "jsonl", "xml1"] {
      let run = try CapturedRun()
      #expect(
        run.run(
          "convert", format, "-q", "--records", "teams/team", "--fields", "team=code", schedule, "-o", "-")
          == .success)
      #expect(
        run.outputText.contains("team") && !run.outputText.contains("name"),
        "\(run.outputText)\(run.errorText)")
    }
  }

  @Test("Long inputs in pieces give what short ones give")
  func windows() throws {
    let record = "<r k='1'><v>" + String(repeating: "x", count: 500) + "</v></r>"
    let many = 3000
    let xml = "<a><b>" + String(repeating: record, count: many) + "</b></a>"
    let found = try convert(["jsonl", "-q", "--records", "b/r"], xml)
    let line = #"{"@k":"1","v":""# + String(repeating: "x", count: 500) + "\"}\n"
    #expect(found.output == String(repeating: line, count: many))
    for style in ["jsonml", "lossless"] {
      let styled = try convert(["jsonl", "-q", "--records", "b/r", "--xml-style", style], xml)
      #expect(
        Set(styled.output.split(separator: "\n")).count == 1
          && styled.output.split(separator: "\n").count == many)
    }
    let json =
      "{\"b\":[" + Array(repeating: String(line.dropLast()), count: many).joined(separator: ",") + "]}"
    #expect(try convert(["jsonl", "-q", "--records", "b"], json).output == found.output)
  }
}
