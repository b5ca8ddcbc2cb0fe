import Foundation
import ImmutableData
import ImmutableUI
import Look
import Markup
import QuakesData

/// The page of the quakes: filter, list, map, detail and charts.
public enum QuakesPage {
  /// The name of the guide in titles and links.
  public static let name = "Earthquakes"
}

extension QuakesPage {
  /// Combines the containers of the components.
  struct Container: ImmutableUI.Container {
    let location: QuakesLocation
    let now: Date
    /// The label of the sample that the page shows; `nil` for real data.
    var sample: String?

    func viewState(_ select: SelectQuakes) -> ViewState {
      var location = location
      // The map of a single event shows its surroundings.
      let event = location.isEvent ? select(.quake(location.quakeId)) : nil
      if let event, location.camera == nil {
        location.camera = Camera(longitude: event.longitude, latitude: event.latitude, width: 40)
      }
      let timeline = QuakeTimeline(of: location, now: now, select)
      let query = location.pageQuery(
        now: now, around: event, counting: timeline?.bins.map(\.range) ?? [])
      let filter = FilterForm.Container(location: location, now: now).viewState(select)
      let title = select(.quake(location.quakeId))?.title(in: location.measures)
      let menus = QuakeMenus.Container(location: location, query: query, now: now)
      return ViewState(
        title: [
          location.problems.isEmpty ? nil : "Error",
          location.show == .deleted ? DeletedQuakes.title : title, QuakesPage.name,
        ]
        .compactMap { $0 }.joined(separator: " - "),
        summary: summary(select),
        messages: messages(select),
        menus: menus.viewState(select),
        presets: QuakePresets.Container(location: location).viewState(select),
        filter: filter,
        event: location.isEvent
          ? QuakeEvent.Container(location: location, now: now).viewState(select) : nil,
        results: location.problems.isEmpty && location.show != .deleted
          ? results(at: location, query, timeline, select) : nil,
        deleted: location.show == .deleted
          ? DeletedQuakes.Container(location: location, now: now).viewState(select) : nil,
        confirmation: location.dialog == nil
          ? nil : DeleteAllConfirmation.Container(location: location).viewState(select))
    }

    private func results(
      at location: QuakesLocation, _ query: QuakesPageQuery, _ timeline: QuakeTimeline?,
      _ select: SelectQuakes
    ) -> ViewState.Results {
      ViewState.Results(
        isMapFirst: location.show == .map,
        sentence: FilterSentence.Container(location: location, query: query, now: now)
          .viewState(select),
        map: QuakeMap.Container(location: location, query: query)
          .viewState(select),
        detail: QuakeDetail.Container(location: location, now: now).viewState(select),
        charts: QuakeCharts.Container(
          location: location, query: query, timeline: timeline, now: now
        ).viewState(select),
        list: QuakeList.Container(location: location, query: query, now: now)
          .viewState(select),
        exports: QuakesRoute.Export.allCases.map {
          .init(format: $0, href: QuakesRoute.export($0, location).href)
        })
    }

    /// The source and the age of the data, and since when they reach if the shown
    /// time begins earlier.
    private func summary(_ select: SelectQuakes) -> String {
      let zone = location.measures.zone
      var parts: [String] = []
      if let sample {
        parts.append("USGS feed: \(sample)")
      } else if let refresh = select(.ledger).lastRefresh {
        parts.append(
          "USGS feed, updated \(Moment(refresh.generated, in: zone).minuteAndAgo(from: now))")
        let skipped = refresh.counts.skipped
        if skipped > 0 {
          parts.append("\(counted(skipped, "event", "events")) of it could not be read")
        }
      } else if select(.quakesCount) == 0 {
        return "Nothing stored yet"
      } else {
        parts.append("From the USGS feed")
      }
      let unknown = UnknownTime(
        of: location.time(now: now), known: select(.knownTime), now: now)
      return (parts + [unknown.note(in: zone)].compactMap(\.self)).joined(separator: " · ")
    }

    private func messages(_ select: SelectQuakes) -> [ViewState.Message] {
      let ledger = select(.ledger)
      var messages: [ViewState.Message] = []
      switch select(.quakesStatus) {
      case .waiting:
        let range = ledger.isLoaded ? ledger.lastRange : nil
        messages.append(
          .waiting(range.map { "Refreshing \($0.phrase)" } ?? "Loading earthquakes"))
      case .failure(let error):
        messages.append(failure(error, ledger, select))
      default:
        break
      }
      if ledger.unsaved.contains(where: { $0.key != .refresh && $0.value == .waiting }) {
        messages.append(.waiting("Saving the change"))
      }
      // The notice of a refresh needs its counts, which exist only after it has
      // succeeded.
      if let notice = location.notice,
        notice != .refreshed || select(.quakesStatus) == .success
      {
        messages.append(
          .notice(
            message(for: notice, in: ledger), dismiss: location.plain.href, undo: undo(select)))
      }
      if let error = ledger.saveError {
        let isInMemory = ledger.unsaved.contains { $0.value == .failed }
        let consequence =
          " Recent changes are only in memory and will be saved with the next change or refresh."
        messages.append(
          .failure(error + (isInMemory ? consequence : ""), retry: nil, range: nil))
      }
      return messages
    }

    private func failure(
      _ error: String, _ ledger: QuakesState.Ledger, _ select: SelectQuakes
    ) -> ViewState.Message {
      guard ledger.isLoaded else {
        return .failure(
          "The stored earthquakes could not be loaded. \(error)",
          retry: QuakesRoute.post(.tryAgain, from: location).href, range: nil)
      }
      var message = "The feed could not be fetched. \(error)"
      if let refresh = ledger.lastRefresh {
        let age = Moment(refresh.generated, in: location.measures.zone)
        message += " This page shows the feed from \(age.minuteAndAgo(from: now))."
      } else if select(.quakesCount) > 0 {
        message += " This page shows earthquakes stored earlier."
      }
      return .failure(
        message, retry: QuakesRoute.post(.refresh, from: location).href,
        range: ledger.lastRange ?? .allDay)
    }

    private func message(
      for notice: QuakesLocation.Notice, in ledger: QuakesState.Ledger
    ) -> String {
      switch notice {
      case .refreshed: "Refreshed: \(ledger.lastRefresh?.counts.summary ?? "nothing new")."
      case .deleted: "The event was deleted. A refresh does not bring it back."
      case .deletedAll: "All events were deleted."
      case .restored: "Restored."
      case .nothingRestored:
        "There was nothing to restore: the events are in the list again, or were not kept."
      }
    }

    /// Returns the form that undoes the deletion of the notice, unless it was
    /// undone.
    private func undo(_ select: SelectQuakes) -> Notice.Undo? {
      let deletions = select(.deletions)
      let field: HiddenField? =
        switch location.undo {
        case .quake(let quakeId):
          deletions.quake(anyId: quakeId).map { .init("quakeId", $0.quake.id) }
        case .deletion(let date):
          deletions.all.contains { $0.date == date } ? .init("deletion", date.deletion) : nil
        case .all, nil: nil
        }
      return field.map {
        Notice.Undo(QuakesRoute.post(.restore, from: location).href, fields: [$0])
      }
    }
  }
}

extension QuakesRoute.Export {
  var label: String {
    switch self {
    case .geojson: "GeoJSON"
    case .csv: "CSV"
    case .excel: "CSV for Excel"
    case .kml: "KML"
    case .atom: "Atom feed"
    }
  }
}

extension QuakesPage {
  /// The content of the page.
  public struct ViewState: Hashable, Sendable {
    let title: String
    let summary: String
    let messages: [Message]
    let menus: QuakeMenus.ViewState
    let presets: QuakePresets.ViewState
    let filter: FilterForm.ViewState
    /// The head of the page of a single event; `nil` on the page of all.
    let event: QuakeEvent.ViewState?
    /// The results; `nil` if the filter is invalid.
    package let results: Results?
    /// The deleted events; `nil` if the page shows the results.
    let deleted: DeletedQuakes.ViewState?
    let confirmation: Confirmation.ViewState?

    enum Message: Hashable, Sendable {
      case waiting(String)
      case notice(String, dismiss: Href, undo: Notice.Undo?)
      case failure(String, retry: Href?, range: QuakesFeed.Range?)
    }

    package struct Results: Hashable, Sendable {
      /// True if a narrow window shows the map in place of the list.
      let isMapFirst: Bool
      let sentence: FilterSentence.ViewState
      let map: QuakeMap.ViewState
      let detail: QuakeDetail.ViewState?
      let charts: QuakeCharts.ViewState
      package let list: QuakeList.ViewState
      let exports: [Export]
    }

    struct Export: Hashable, Sendable {
      let format: QuakesRoute.Export
      let href: Href
    }

    /// The meta description: the filter, or the selected quake.
    var description: String? {
      if let quake = results?.detail {
        return "Magnitude \(quake.magnitude), \(quake.name), on \(quake.exactTime)."
      }
      return results.map { "\($0.sentence.title). See them on a map and in a list." }
    }

    /// The Atom feed of the filter.
    var feed: Href? { results?.exports.first { $0.format == .atom }?.href }

    /// True if an operation is in progress.
    var isWaiting: Bool {
      messages.contains { if case .waiting = $0 { true } else { false } }
    }
  }
}
