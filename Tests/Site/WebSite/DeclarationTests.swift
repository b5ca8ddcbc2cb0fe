import ImmutableUI
import Records
import SiteTesting
import Testing

@testable import WebSite

/// Declarations that cannot be used: the program ends with a sentence when it is started.
@Suite struct DeclarationTests {
  private struct Person: Record {
    var name = ""
    static let fields: Fields<Person> = [.text(\.name, 1...200)]
    static let names = RecordNames("person", "people")
  }

  private struct Loan: Record {
    var title = ""
    var borrower = Reference<Person>()
    static let fields: Fields<Loan> = [.text(\.title, 1...200), .reference(\.borrower)]
  }

  private struct Untitled: Record {
    var borrower = Reference<Person>()
    static let fields: Fields<Untitled> = [.reference(\.borrower)]
  }

  private struct Unordered: Record {
    var name = ""
    static let fields: Fields<Unordered> = [.text(\.name, 1...200)]
    static let orders = [ListOrder<Unordered>("Size", .ascending("Size"))]
  }

  private struct Unruled: Record {
    var name = ""
    static let fields: Fields<Unruled> = [.text(\.name, 1...200)]
    static let rules: [RecordRule<Unruled>] = [.unique(\.title)]
  }

  /// The sentence on standard error, without the name of the program.
  private static func sentence(_ result: ExitTest.Result?) throws -> String {
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    let line = try #require(text.split(separator: "\n").first { $0.contains(": ") })
    #expect(!text.contains("Fatal error"))
    return String(line[line.index(after: line.firstIndex(of: " ") ?? line.startIndex)...])
  }

  @Test func `A reference needs the guide that it leads to`() async throws {
    let result = await #expect(
      processExitsWith: .exitCode(1), observing: [\.standardErrorContent]
    ) {
      _ = try SiteUnderTest(Site(SiteText("Loans")) { [RecordsGuide(of: Loan.self, $0)] })
    }
    #expect(
      try Self.sentence(result)
        == "“borrower” of Loan refers to records of another guide. Give that guide to "
        + "“RecordsGuide” with “referringTo:”.")
  }

  @Test func `A title is no reference`() async throws {
    let result = await #expect(
      processExitsWith: .exitCode(1), observing: [\.standardErrorContent]
    ) {
      _ = try SiteUnderTest(
        Site(SiteText("Loans")) { context in
          let people = RecordsGuide(of: Person.self, context)
          return [people, RecordsGuide(of: Untitled.self, context, referringTo: people)]
        })
    }
    #expect(
      try Self.sentence(result)
        == "The fields of Untitled cannot be used: the first field is the title, and cannot be "
        + "computed or a reference.")
  }

  @Test func `An order needs a field`() async throws {
    let result = await #expect(
      processExitsWith: .exitCode(1), observing: [\.standardErrorContent]
    ) {
      _ = try SiteUnderTest(Site(SiteText("Loans")) { [RecordsGuide(of: Unordered.self, $0)] })
    }
    #expect(try Self.sentence(result).hasPrefix("An order of Unordered names "))
  }

  @Test func `A rule needs a field`() async throws {
    let result = await #expect(
      processExitsWith: .exitCode(1), observing: [\.standardErrorContent]
    ) {
      _ = try SiteUnderTest(Site(SiteText("Loans")) { [RecordsGuide(of: Unruled.self, $0)] })
    }
    #expect(try Self.sentence(result).hasPrefix("A rule of Unruled names "))
  }
}
