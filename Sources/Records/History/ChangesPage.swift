package import Durable
import Foundation
import HashTreeCollections
public import ImmutableUI
import Look
public import Markup

/// The page of recent changes, and of the history of a record: who changed what and when.
public struct ChangesPage: FragmentPresenter {
  public static var id: String { "changes" }

  /// The content of the page.
  public struct ViewState: Hashable, Sendable {
    /// The changes of a day.
    struct Day: Hashable, Sendable {
      let title: String
      /// The name of the zone of all times; `nil` if another day names it.
      let zone: String?
      var lines: [ChangeLine]
    }

    /// The choices of a menu.
    struct Choices: Hashable, Sendable {
      let name: String
      let label: String
      let choices: [Choice]
    }

    /// The title of the document.
    public let title: String
    /// The name of the record, or of the guide, with a link; `nil` on the page of all guides.
    let subject: Link?
    let days: [Day]
    let menus: [Choices]
    let day: String
    let fields: [HiddenField]
    /// The address of the page.
    let page: Href
    /// The number and the age of the changes that are kept, or the reason why there are none.
    let note: String
    let newest: Href?
    let older: Href?
  }

  public let state: ViewState

  public init(state: ViewState) {
    self.state = state
  }

  public var body: some HTML {
    Part(Self.id) {
      PageHead("Changes") {
        if let subject = state.subject {
          a { subject.label }.class("count").href(subject.href).dir(.auto)
        }
      }
      FilterBar("Filter changes", action: state.page) {
        ForEach(state.fields) { $0 }
        ForEach(state.menus) { menu in
          select { ForEach(menu.choices) { $0 } }.name(menu.name).aria(.label, menu.label)
        }
        input().type(.date).name("changed-on").value(state.day).aria(.label, "Day")
      }
      section {
        ForEach(state.days) { day in
          div {
            h2 {
              day.title
              if let zone = day.zone {
                ", times in \(zone)"
              }
            }
          }
          .class("group")
          ChangeList(day.lines, isOfDay: true)
        }
        if !state.note.isEmpty || state.newest ?? state.older != nil {
          div {
            span { state.note }
            if state.newest ?? state.older != nil {
              nav {
                if let newest = state.newest { a { "Newest" }.href(newest) }
                if let older = state.older { a { "Older" }.href(older) }
              }
              .aria(.label, "Pages of changes")
            }
          }
          .class("foot-line")
        }
      }
      .class("panel log").aria(.label, "Changes")
    }
  }
}

extension RecordEditingRoot {
  /// The part of the history that a page shows: the page of changes, or that of a record.
  package func shownHistory(at location: Location) -> VersionQuery? {
    guard keepsChanges, location.dialog == .history else { return nil }
    return location.changes.query(of: location.record, in: Entity.zone)
  }

  /// Returns the page of changes; `nil` for another page, or if neither the record nor a change of
  /// it is known.
  package func changesPage(
    at location: Location, _ select: Select<State, Action>
  ) -> ChangesPage.ViewState? {
    guard let query = shownHistory(at: location) else { return nil }
    let reading = history(query, select)
    let versions = (try? reading?.get()) ?? []
    let record = location.record.flatMap { current.records[$0] }
    if location.record != nil, record == nil, case .success? = reading, versions.isEmpty,
      location.changes == ChangesFilter()
    {
      return nil
    }
    func page(_ changes: ChangesFilter) -> Location {
      Location().with {
        $0.dialog = .history
        $0.record = location.record
        $0.changes = changes
      }
    }
    func at(_ before: Int?) -> Href {
      var changes = location.changes
      changes.before = before
      return page(changes).href
    }
    let lines = lines(of: versions, at: page(location.changes))
    let title = record?.title ?? versions.first?.restored?.title(in: Entity.self)
    let list = location.listLocation.plain
    let subject = location.record.map { id in
      Link(
        label: title ?? Entity.names.one.capitalisedFirst,
        href: record == nil ? list.href : location.plain.with { $0.record = id }.href)
    }
    return ChangesPage.ViewState(
      title: "Changes - \(location.record == nil ? Entity.names.title : title ?? "")",
      subject: subject ?? Link(label: Entity.names.title, href: list.href), lines: lines,
      location.changes, at: Now(now(), in: Entity.zone), in: Entity.zone,
      page: Href(path: [Location.path]),
      fields: page(ChangesFilter()).queryItems.map { HiddenField($0.name, $0.value) },
      note: (problem(of: reading).map { "The changes \($0)" })
        ?? (lines.isEmpty ? "No changes. " : "")
          + "The last \(counted(Entity.history.versions, "change", "changes")) of each "
          + "\(Entity.names.one) are kept for \(counted(Entity.history.days, "day", "days")).",
      newest: location.changes.before == nil ? nil : at(nil),
      older: versions.count > ChangesFilter.pageLength
        ? versions.dropLast().last.map { at($0.number) } : nil)
  }

  /// Returns the lines of a page of changes.
  func lines(
    of versions: [RecordVersion], at page: Location, isOfSite: Bool = false
  ) -> [ChangeLine] {
    let records = current.records
    return ChangeLine.lines(
      of: versions.prefix(ChangesFilter.pageLength), at: page, isOfSite: isOfSite, in: context(),
      stored: { records[$0] }, drawing: drawing(of:))
  }

  /// Returns the reason why changes are not there, after their name; `nil` if they are.
  func problem(of reading: Histories.Reading?) -> String? {
    switch reading {
    case nil: "are being read."
    case .failure(let error): "could not be read. \(error.message)"
    case .success: nil
    }
  }

  /// The end of the day, at which the page of changes names its days anew.
  package var endOfDay: Int { now().endOfDay(in: Entity.zone) }
}

extension ChangesPage.ViewState {
  /// Creates the page of lines.
  ///
  /// - Parameters:
  ///   - filter: the filter that the lines pass.
  ///   - now: the present time.
  ///   - zone: the time zone of the days.
  ///   - page: the address of the form of the filter.
  ///   - fields: its hidden fields.
  init(
    title: String, subject: Link?, lines: [ChangeLine], _ filter: ChangesFilter, at now: Now,
    in zone: Zone, page: Href, fields: [HiddenField] = [], note: String, newest: Href?,
    older: Href?
  ) {
    func name(_ date: Moment) -> String {
      switch date.day {
      case Moment(now.date, in: zone).day: "Today"
      case Moment((now.today - 1).start).day: "Yesterday"
      case let day: day
      }
    }
    let days: [Day] = lines.reduce(into: []) { days, line in
      if let last = days.last?.lines.last, last.date.day == line.date.day {
        days[days.count - 1].lines.append(line)
      } else {
        let zone = days.isEmpty ? String(line.date.timeOfDay.dropFirst(6)) : nil
        days.append(Day(title: name(line.date), zone: zone, lines: [line]))
      }
    }
    func menu(
      _ name: String, _ label: String, _ any: String, _ values: [(String, String)],
      _ selected: String?
    ) -> Choices {
      Choices(
        name: name, label: label,
        choices: ([("", any)] + values).map { value, label in
          Choice(value: value, label: label, isSelected: value == selected ?? "")
        })
    }
    let people = Set(lines.compactMap(\.visitor) + [filter.visitor].compactMap { $0 }).sorted()
    self.init(
      title: title, subject: subject, days: days,
      menus: [
        menu("changed-by", "Person", "Everybody", people.map { ($0, $0) }, filter.visitor),
        menu(
          "change-kind", "Kind", "All kinds",
          RecordVersion.Kind.allCases.map { ($0.rawValue, $0.label) }, filter.kind?.rawValue),
      ],
      day: filter.day?.description ?? "", fields: fields, page: page, note: note, newest: newest,
      older: older)
  }
}

extension Date {
  /// The end of the day of a time zone, in seconds since 1970.
  func endOfDay(in zone: Zone) -> Int {
    Int((Day(self, in: zone) + 1).start(in: zone).timeIntervalSince1970)
  }
}
