import AnimalsUI
import BreedsUI
import Foundation
import ImmutableUI
import PhotosUI
import Records
import TestSupport
import Testing

@testable import QuakesUI

/// The tables of addresses in the documentation.
@Suite struct AddressTableTests {
  private static let text = Result {
    try String(contentsOf: Fixtures.packageRoot.appending(path: "Docs/urls.md"), encoding: .utf8)
  }

  @Test(
    arguments: [
      ("Animals", AnimalsLocation.query.names), ("Earthquakes", QuakesLocation.query.names),
      ("Dog breeds", BreedsLocation.query.names), ("Photos", PhotosLocation.query.names),
    ])
  func `The table of a guide lists its query items`(_ guide: String, _ names: [String]) throws {
    let section = try #require(
      try Self.text.get().components(separatedBy: "\n### ").first { $0.hasPrefix("\(guide)\n") })
    let table = section.components(separatedBy: "\n\n").first { $0.hasPrefix("| Query item") }
    let listed = try #require(table).split(separator: "\n").dropFirst(2).flatMap { row in
      row.split(separator: "|")[0].matches(of: #/`([^`]+)`/#).map { String($0.output.1) }
    }
    #expect(Set(listed) == Set(names))
    #expect(Set(names).count == names.count)
  }

  @Test(
    arguments: AnimalsEvent.allCases.map { "animals/\($0.rawValue)" }
      + QuakesEvent.allCases.map { "quakes/\($0.rawValue)" }
      + BreedsEvent.allCases.map { "breeds/\($0.rawValue)" }
      + PhotosEvent.allCases.map { "photos/\($0.rawValue)" })
  func `The table of posts lists each form`(_ path: String) throws {
    // A row may list two addresses that differ in one component.
    let parts = path.split(separator: "/").map(String.init)
    let isListed = try Self.text.get().split(separator: "\n").contains { row in
      row.hasPrefix("| `POST /\(parts[0])/") && row.contains(parts[2])
        && (row.contains("/\(parts[1])/") || row.contains("`\(parts[1])/…`"))
    }
    #expect(isListed)
  }

  @Test func `The section of guides of records lists their words and forms`() throws {
    let text = try Self.text.get()
    let section = try #require(
      text.components(separatedBy: "\n### ").first { $0.hasPrefix("Guides of records\n") })
    let dialogs = RecordsDialog.allCases.filter { $0 != .reload }.map(\.rawValue)
    let notices = RecordsNotice.allCases.filter { $0 != .reloaded }.map(\.rawValue)
    for word in dialogs + notices { #expect(section.contains("`\(word)`"), "\(word)") }
    for format in RecordsFormat.allCases {
      #expect(section.contains("`/plants/export.\(format.rawValue)`"))
    }
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `POST /plants/") }
    for event in RecordsEvent.allCases {
      #expect(rows.contains { $0.contains("/\(event.rawValue)`") }, "\(event)")
    }
  }
}
