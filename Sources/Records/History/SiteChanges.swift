import Durable
import Foundation
package import ImmutableUI
import Look
import Markup
package import WebSite

/// The location of the page of the changes of all guides.
package struct SiteChangesLocation: QueryLocation {
  var filter = ChangesFilter()
  /// The numbers of changes that those of the page are older than, by guide; none for the newest.
  var before: [String: Int] = [:]

  package init() {}

  package static let query = Query<Self>(
    ChangesFilter.items(at: \.filter).dropLast() + [
      QueryItem("changes-before") { reader, location in
        location.before =
          reader.value("changes-before", hint: "Use the link to older changes.", numbers) ?? [:]
      } print: { location in
        let numbers = location.before.sorted { $0.key < $1.key }.map { "\($0).\($1)" }
        return numbers.isEmpty ? nil : numbers.joined(separator: "~")
      }
    ])

  /// Returns numbers by guide, such as those of "animals.120~loans.7"; `nil` for another text.
  private static func numbers(_ text: String) -> [String: Int]? {
    var numbers: [String: Int] = [:]
    for part in text.split(separator: "~", omittingEmptySubsequences: false) {
      let pair = part.split(separator: ".", omittingEmptySubsequences: false)
      guard pair.count == 2, let number = Int(pair[1]), number > 0 else { return nil }
      numbers[String(pair[0])] = number
    }
    return numbers
  }
}

/// The source of the page of the changes of all guides.
struct SiteChanges: ChangesPages {
  let roots: [any RecordEditingRoot]

  func makeRevisions() -> AsyncStream<Int> { AsyncStream { $0.finish() } }

  func isReady(at location: SiteChangesLocation) -> Bool {
    roots.allSatisfy { $0.isReady(at: location, in: zone) }
  }

  func prepare(at location: SiteChangesLocation) async throws {
    let zone = zone
    await withTaskGroup { group in
      for root in roots {
        group.addTask { try? await root.prepare(at: location, in: zone) }
      }
    }
  }

  func response(at location: SiteChangesLocation) -> PageResponse<Fragment<ChangesPage>> {
    let parts = roots.map { $0.changes(at: location, in: zone) }
    let merged = MergedChanges(parts, before: location.before)
    func at(_ before: [String: Int]) -> Href {
      var page = location
      page.before = before
      return .changes(page.queryItems)
    }
    let now = roots.first?.time ?? .now
    let problems = parts.compactMap(\.problem)
    let state = ChangesPage.ViewState(
      title: "Changes", subject: nil, lines: merged.lines, location.filter,
      at: Now(now, in: zone), in: zone, page: .changes(),
      note: ((merged.lines.isEmpty && problems.isEmpty ? ["No changes."] : []) + problems)
        .joined(separator: " "),
      newest: location.before.isEmpty ? nil : at([:]),
      older: merged.isMore ? at(merged.before) : nil)
    var page = Page(
      title: state.title, isIndexed: false, dependencies: parts.flatMap(\.dependencies),
      expires: now.endOfDay(in: zone), isPersonal: true,
      content: Fragment(ChangesPage(state: state)))
    page.isForWriters = true
    page.isIncomplete = parts.contains(where: \.isIncomplete)
    page.styleSheets = ["page-records.css"]
    return .page(page)
  }

  /// The time zone of all times.
  private var zone: Zone { roots.first.map(\.zone) ?? .utc }
}

/// The changes of a guide that the page of all guides may show.
struct ChangesPart {
  let guide: String
  /// The changes, the newest first: those of a page, and one more if there are older ones.
  let versions: [RecordVersion]
  /// The lines of those that the visitor may see, by number.
  let lines: [Int: ChangeLine]
  var problem: String?
  var isIncomplete = false
  var dependencies: [PageDependencies] = []
}

/// The newest changes of several guides.
struct MergedChanges {
  private(set) var lines: [ChangeLine] = []
  /// The numbers of changes that older ones are before, by guide.
  private(set) var before: [String: Int]
  /// True if there are older changes.
  let isMore: Bool

  /// - Parameters:
  ///   - parts: the changes of each guide.
  ///   - before: the numbers that they are before.
  ///   - length: the number of lines, and of the changes of a part beyond which there are others.
  init(
    _ parts: [ChangesPart], before: [String: Int], length: Int = ChangesFilter.pageLength
  ) {
    var next = parts.map { _ in 0 }
    func date(_ part: Int) -> Date { parts[part].versions[next[part]].date }
    while lines.count < length,
      let newest = parts.indices.filter({ next[$0] < parts[$0].versions.count })
        .max(by: { date($0) < date($1) }),
      // Only the next page knows what comes after the last change of a part.
      next[newest] < length
    {
      if let line = parts[newest].lines[parts[newest].versions[next[newest]].number] {
        lines.append(line)
      }
      next[newest] += 1
    }
    isMore = zip(parts, next).contains { $1 < $0.versions.count }
    self.before = before
    for (part, next) in zip(parts, next) {
      if next > 0 {
        self.before[part.guide] = part.versions[next - 1].number
      } else if let newest = part.versions.first {
        self.before[part.guide] = newest.number + 1
      } else if part.problem == nil {
        self.before[part.guide] = before[part.guide] ?? 1
      }
    }
  }
}

extension RecordEditingRoot {
  package var keepsChanges: Bool { Entity.history != .none }

  package static func changes(of roots: [any ChangesRoot]) -> any ChangesPages {
    SiteChanges(roots: roots.compactMap { $0 as? any RecordEditingRoot })
  }

  fileprivate var zone: Zone { Entity.zone }
  fileprivate var time: Date { now() }

  /// Returns the page of the guide with the same changes.
  private func page(at location: SiteChangesLocation, in zone: Zone) -> Location {
    Location().with {
      $0.dialog = .history
      $0.changes = location.filter
      $0.changes.before = location.before[Location.path]
      $0.changes.zone = zone
    }
  }

  fileprivate func isReady(at location: SiteChangesLocation, in zone: Zone) -> Bool {
    isReady(at: page(at: location, in: zone))
  }

  fileprivate func prepare(at location: SiteChangesLocation, in zone: Zone) async throws {
    try await prepare(at: page(at: location, in: zone))
  }

  /// Returns the changes of the guide at a location.
  fileprivate func changes(at location: SiteChangesLocation, in zone: Zone) -> ChangesPart {
    let page = page(at: location, in: zone)
    let select = selectors.read()
    let query = page.changes.query(of: nil, in: zone)
    let reading = history(query, select)
    let versions = (try? reading?.get()) ?? []
    let lines = lines(of: versions, at: page, isOfSite: true)
    return ChangesPart(
      guide: Location.path, versions: versions,
      lines: Dictionary(lines.map { ($0.number, $0) }) { first, _ in first },
      problem: problem(of: reading).map { "\(Entity.names.title) \($0)" },
      isIncomplete: misses(query, select), dependencies: select.dependencies)
  }
}
