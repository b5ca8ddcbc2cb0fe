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
        location.camera = Camera.showing(event, select(.report(event.id))?.report?.shaking)
      }
      let timeline = QuakeTimeline(of: location, now: now, select)
      let query = location.pageQuery(
        now: now, around: event, counting: timeline?.bins.map(\.range) ?? [])
      let filter = FilterForm.Container(location: location).viewState(select)
      let title = select(.quake(location.quakeId))?.title(in: location.measures)
      return ViewState(
        title: [
          location.problems.isEmpty ? nil : "Error",
          location.show == .deleted
            ? DeletedQuakes.title : location.compared != nil ? QuakeComparison.title : title,
          QuakesPage.name,
        ]
        .compactMap { $0 }.joined(separator: " - "),
        head: QuakesHead.Container(location: location, query: query, now: now, sample: sample)
          .viewState(select),
        messages: QuakeMessages.Container(location: location, now: now).viewState(select),
        presets: QuakePresets.Container(location: location).viewState(select),
        filter: filter,
        comparison: location.problems.isEmpty && location.show != .deleted && !location.isEvent
          ? location.compared.map {
            QuakeComparison.Container(location: location, filter: $0, now: now).viewState(select)
          } : nil,
        event: location.isEvent
          ? QuakeEvent.Container(location: location, now: now).viewState(select) : nil,
        results: location.problems.isEmpty && location.show != .deleted
          && (location.compared == nil || location.isEvent)
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
        map: QuakeMap.Container(
          location: location, query: query,
          card: QuakeCard.Container(location: location, now: now).viewState(select)
        ).viewState(select),
        detail: QuakeDetail.Container(location: location, now: now).viewState(select),
        report: QuakeReport.Container(location: location, now: now, sample: sample)
          .viewState(select),
        history: QuakeHistory.Container(location: location, now: now).viewState(select),
        charts: QuakeCharts.Container(
          location: location, query: query, timeline: timeline, now: now
        ).viewState(select),
        list: QuakeList.Container(location: location, query: query, now: now)
          .viewState(select),
        exports: QuakesRoute.Export.allCases.map {
          .init(format: $0, href: QuakesRoute.export($0, location).href)
        })
    }
  }

  /// The content of the page.
  public struct ViewState: Hashable, Sendable {
    let title: String
    let head: QuakesHead.ViewState
    let messages: [QuakeMessages.Message]
    let presets: [Link]
    let filter: FilterForm.ViewState
    /// The comparison of two filters; `nil` on the page of one.
    let comparison: QuakeComparison.ViewState?
    /// The head of the page of a single event; `nil` on the page of all.
    let event: QuakeEvent.ViewState?
    /// The results; `nil` if the filter is invalid, and on the page of two filters.
    package let results: Results?
    /// The deleted events; `nil` if the page shows the results.
    let deleted: DeletedQuakes.ViewState?
    let confirmation: Confirmation.ViewState?

    package struct Results: Hashable, Sendable {
      /// True if a narrow window shows the map in place of the list.
      let isMapFirst: Bool
      let sentence: FilterSentence.ViewState
      let map: QuakeMap.ViewState
      let detail: QuakeDetail.ViewState?
      /// The report of the event of the page; `nil` on the page of all.
      let report: QuakeReport.ViewState?
      /// The other quakes in the place of the event of the page; `nil` on the page of all.
      let history: QuakeHistory.ViewState?
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
      if let head = results?.map.card?.head ?? event?.head { return head.description }
      return results.map { "\($0.sentence.title). See them on a map and in a list." }
    }

    /// The Atom feed of the filter.
    var feed: Href? { results?.exports.first { $0.format == .atom }?.href }

    /// True if an operation is in progress.
    var isWaiting: Bool {
      messages.contains { if case .waiting = $0 { true } else { false } }
        || results?.report?.status == .waiting
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
