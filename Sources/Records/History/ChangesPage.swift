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
    /// The name of the record, or of the guide, with a link.
    let subject: Link
    let icon: Icon.Shape
    let days: [Day]
    let menus: [Choices]
    let day: String
    let fields: [HiddenField]
    /// The address of the page.
    let page: Href
    /// The number and the age of the changes that are kept, or the reason why there are none.
    let note: String
    let action: Href
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
        a { state.subject.label }.class("count").href(state.subject.href).dir(.auto)
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
                ", times in "
                span { zone }.data("times", "")
              }
            }
          }
          .class("group")
          ChangeList(day.lines, action: state.action, icon: state.icon)
        }
        div {
          span { state.note }
          if state.newest != nil || state.older != nil {
            nav {
              if let newest = state.newest { a { "Newest" }.href(newest) }
              if let older = state.older { a { "Older" }.href(older) }
            }
            .aria(.label, "Pages of changes")
          }
        }
        .class("foot-line")
      }
      .class("panel log").aria(.label, "Changes")
    }
  }
}

extension RecordEditingRoot {
  /// The part of the history that a page shows: the page of changes, or that of a record.
  package func shownHistory(at location: Location) -> VersionQuery? {
    guard Entity.history != .none, location.dialog == .history else { return nil }
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
    let state = current
    let record = location.record.flatMap { state.records[$0] }
    if location.record != nil, record == nil, case .success? = reading, versions.isEmpty,
      location.changes == ChangesFilter()
    {
      return nil
    }
    let context = context()
    let list = location.listLocation.plain
    let now = Now(now(), in: Entity.zone)
    let lines: [ChangeLine] = ChangeLine.lines(
      of: Array(versions.prefix(ChangesFilter.pageLength)), isOfRecord: location.record != nil,
      in: context, stored: { state.records[$0] },
      href: { id in list.with { $0.record = id }.href }, drawing: drawing(of:))
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
    let title = record?.title ?? versions.first?.restored?.title(in: Entity.self)
    let subject = location.record.map { id in
      Link(
        label: title ?? Entity.names.one.capitalisedFirst,
        href: record == nil ? list.href : location.plain.with { $0.record = id }.href)
    }
    let isMore = versions.count > ChangesFilter.pageLength
    return ChangesPage.ViewState(
      title: "Changes - \(location.record == nil ? Entity.names.title : title ?? "")",
      subject: subject ?? Link(label: Entity.names.title, href: list.href),
      icon: Entity.icon,
      days: Self.days(of: lines, now),
      menus: menus(of: lines, location.changes), day: location.changes.day?.description ?? "",
      fields: page(ChangesFilter()).queryItems.map {
        HiddenField($0.name, $0.value)
      },
      page: Href(path: [Location.path]),
      note: note(reading, isEmpty: lines.isEmpty),
      action: page(location.changes).target(.restore),
      newest: location.changes.before == nil ? nil : at(nil),
      older: isMore ? versions.dropLast().last.map { at($0.number) } : nil)
  }

  /// The end of the day, at which the page of changes names its days anew.
  package var endOfDay: Int {
    Int((Now(now(), in: Entity.zone).today + 1).start(in: Entity.zone).timeIntervalSince1970)
  }

  private static func days(of lines: [ChangeLine], _ now: Now) -> [ChangesPage.ViewState.Day] {
    func title(_ date: Moment) -> String {
      switch date.day {
      case Moment(now.date, in: Entity.zone).day: "Today"
      case Moment((now.today - 1).start).day: "Yesterday"
      case let day: day
      }
    }
    return lines.reduce(into: []) { days, line in
      if let last = days.last?.lines.last, last.date.day == line.date.day {
        days[days.count - 1].lines.append(line)
      } else {
        let zone = days.isEmpty ? String(line.date.timeOfDay.dropFirst(6)) : nil
        days.append(
          ChangesPage.ViewState.Day(title: title(line.date), zone: zone, lines: [line]))
      }
    }
  }

  private func menus(
    of lines: [ChangeLine], _ filter: ChangesFilter
  ) -> [ChangesPage.ViewState.Choices] {
    let people = Set(lines.compactMap(\.visitor) + [filter.visitor].compactMap { $0 }).sorted()
    func choice(_ value: String, _ label: String, _ selected: String?) -> Choice {
      Choice(value: value, label: label, isSelected: value == selected ?? "")
    }
    return [
      ChangesPage.ViewState.Choices(
        name: "changed-by", label: "Person",
        choices: [choice("", "Everybody", filter.visitor)]
          + people.map { choice($0, $0, filter.visitor) }),
      ChangesPage.ViewState.Choices(
        name: "change-kind", label: "Kind",
        choices: [choice("", "All kinds", filter.kind?.rawValue)]
          + RecordVersion.Kind.allCases.map {
            choice($0.rawValue, $0.label, filter.kind?.rawValue)
          }),
    ]
  }

  private func note(_ reading: Histories.Reading?, isEmpty: Bool) -> String {
    switch reading {
    case nil: "The changes are being read."
    case .failure(let error): "The changes could not be read. \(error.message)"
    case .success:
      (isEmpty ? "No changes. " : "")
        + "The last \(counted(Entity.history.versions, "change", "changes")) of each "
        + "\(Entity.names.one) are kept for \(counted(Entity.history.days, "day", "days"))."
    }
  }
}
