import Foundation
import TestSupport
import Testing

@testable import WebSite

/// The comparison of a backup with the last one, and the move of imported files.
@Suite("Archives")
struct ArchiveTests {
  private static let former = ["animal": 6, "category": 6, "history": 3, "deleted_id": 0]

  @Test(arguments: [
    (["animal": 0, "history": 23], 0, "no rows of animal of 6"),
    (["animal": 0, "history": 23], 5, "no rows of animal of 6"),
    // By visitors.
    (["animal": 0, "history": 9], 6, ""),
    // Others have come.
    (["animal": 0, "deleted_id": 6], 0, ""),
    (["animal": 0, "category": 0, "history": 33], 0, "no rows of animal and category of 12"),
    (["animal": 0, "category": 0, "history": 0], 0, "0 rows of 15"),
    (["animal": 1, "category": 1], 0, "5 rows of 15"),
    (["animal": 5], 0, ""),
    (["history": 0], 0, "no rows of history of 3"),
    (["other": 0], 0, ""),
  ])
  func `An emptied table is a loss unless other rows tell why`(
    _ changes: [String: Int], _ deletions: Int, _ loss: String
  ) {
    let former = Archive.Contents.Database(digest: "", rows: Self.former, deletions: 0)
    let rows = Self.former.merging(changes) { $1 }
    let later = Archive.Contents.Database(digest: "", rows: rows, deletions: deletions)
    let found = former.loss(in: later).map { "\($0.left) of \($0.former)" }
    #expect(found ?? "" == loss)
  }

  @Test func `All files are moved or none`() throws {
    let (from, data) = (try TemporaryFolder(), try TemporaryFolder())
    func write(_ name: String) throws { try Data().write(to: from.url.appending(path: name)) }
    let names = ["a.sqlite", "b.sqlite"]
    try write("a.sqlite")
    #expect(throws: (any Error).self) { try Import.move(names, from: from.url, to: data.url) }
    #expect(try data.names == [])
    for name in names { try write(name) }
    try Import.move(names, from: from.url, to: data.url)
    #expect(try data.names == names)
  }
}
