import Foundation
import Testing

@testable import Records

@Suite struct CSVTests {
  private static func rows(_ text: String) -> [[String]] {
    CSVReader(Array(text.utf8)).map(\.fields)
  }

  /// Texts as programs write them, and their rows.
  @Test(
    arguments: [
      ("a,b\r\n1,2\r\n", [["a", "b"], ["1", "2"]]), ("a,b\n1,2", [["a", "b"], ["1", "2"]]),
      ("a,b\r1,2\r", [["a", "b"], ["1", "2"]]), ("\u{FEFF}a,b\r\n1,2", [["a", "b"], ["1", "2"]]),
      // Excel in countries with a decimal comma.
      ("a;b;c\r\n1,5;2;\"x;y\"\r\n", [["a", "b", "c"], ["1,5", "2", "x;y"]]),
      ("a\tb\n1,5\t2\n", [["a", "b"], ["1,5", "2"]]),
      ("a,b\n\"x \"\"y\"\", z\",\"1\n2\"\n", [["a", "b"], ["x \"y\", z", "1\n2"]]),
      ("a,b\n\n,\n  \n1,\n,2\n", [["a", "b"], ["  "], ["1", ""], ["", "2"]]),
      ("a,b\n\"\",x\n", [["a", "b"], ["", "x"]]), ("a\n\"x\"y\n", [["a"], ["xy"]]),
      ("\"a,b;c;d\",e\n1,2", [["a,b;c;d", "e"], ["1", "2"]]), ("", []), ("\n\r\n", []),
      ("a", [["a"]]),
      ("a,", [["a", ""]]), ("é,日本\n🌱,ا\n", [["é", "日本"], ["🌱", "ا"]]),
      ("a\n\"open\n1", [["a"], ["open\n1"]]),
      // The separator by name, as Excel reads and writes it.
      ("sep=;\r\na;b\r\n1,2;3,4,5\r\n", [["a", "b"], ["1,2", "3,4,5"]]),
      ("\u{FEFF}\"SEP=|\"\na|b\n1,2;|3\n", [["a", "b"], ["1,2;", "3"]]),
      ("sep=\t\na\tb;c\n", [["a", "b;c"]]), ("sep=;\n", []), ("sep=\na\n", [["sep="], ["a"]]),
      ("separate;b\n", [["separate", "b"]]),
    ])
  func `Rows are read as they were meant`(_ text: String, _ rows: [[String]]) {
    #expect(Self.rows(text) == rows)
  }

  @Test func `Rows know their lines`() {
    var reader = CSVReader(Array("a\r\n\"1\r\n2\"\r\n\r\n3\r\n\"4\n".utf8))
    var lines: [Int] = []
    while let row = reader.next() { lines.append(row.line) }
    #expect(lines == [1, 2, 5, 6])
    #expect(reader.unclosedLine == 6)
  }

  @Test func `A row keeps as many fields as were asked for`() {
    let reader = CSVReader(Array("1,2,3,4\n,,,\n5,6\n7,8,9,".utf8), fieldLimit: 3)
    #expect(reader.map(\.fields) == [["1", "2", "3"], ["5", "6"], ["7", "8", "9"]])
  }

  @Test(
    arguments: [
      "=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "'=1", "''=1", "'", "''", "'a", "plain", "",
      "a=b", "＝1", "'＝1", "\u{301}=1", "=\u{301}1",
    ])
  func `A formula is neutralised, and read again without loss`(_ text: String) {
    let neutralised = CSV.neutralised(text)
    let first = neutralised.unicodeScalars.first
    #expect(first.map { !"=+-@\t\r＝".unicodeScalars.contains($0) } ?? true)
    #expect(CSV.original(neutralised) == text)
  }

  @Test func `What is written is read again`() {
    let row = ["a", "b,c", "d;e", "\"f\"", "g\nh", " i ", "", "\tj", "'k", "日本 🌱"]
    var bytes = CSV.byteOrderMark
    for _ in 0..<2 { CSV.append(row, to: &bytes) }
    #expect(CSVReader(bytes).map(\.fields) == [row, row])
  }
}
