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
      let title = select(.quake(location.quakeId))?.title(in: location.measures)
      return ViewState(
        title: [
          location.problems.isEmpty ? nil : "Error",
          location.show == .deleted
            ? DeletedQuakes.title : location.compared != nil ? QuakeComparison.title : title,
          // The name of an event is enough where its link is shared.
          title == nil ? QuakesPage.name : nil,
        ]
        .compactMap { $0 }.joined(separator: " - "),
        head: QuakesHead.Container(location: location, query: query, now: now, sample: sample)
          .viewState(select),
        messages: QuakeMessages.Container(location: location, now: now).viewState(select),
        filter: FilterForm.Container(location: location, query: query, now: now)
          .viewState(select),
        comparison: location.isValid && location.show != .deleted && !location.isEvent
          ? location.compared.map {
            QuakeComparison.Container(location: location, filter: $0, now: now).viewState(select)
          } : nil,
        event: location.isEvent
          ? QuakeEvent.Container(location: location, now: now).viewState(select) : nil,
        results: location.isValid && location.show != .deleted
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
        other: QuakesRoute.page(
          location.with { $0.show = $0.show == .map ? .list : .map }
        ).href(fragment: location.show == .map ? location.quakeId.map { "q-\($0)" } : nil),
        presets: QuakePresets.Container(location: location, now: now).viewState(select),
        map: QuakeMap.Container(
          location: location, query: query,
          card: QuakeCard.Container(location: location, now: now).viewState(select)
        ).viewState(select),
        detail: location.isEvent
          ? QuakeDetail.Container(location: location, now: now).viewState(select) : nil,
        report: QuakeReport.Container(location: location, now: now, sample: sample)
          .viewState(select),
        history: QuakeHistory.Container(location: location, now: now).viewState(select),
        charts: QuakeCharts.Container(
          location: location, query: query, timeline: timeline, now: now
        ).viewState(select),
        list: QuakeList.Container(location: location, query: query, now: now)
          .viewState(select),
        feed: QuakesRoute.export(.atom, location).href)
    }
  }

  /// The content of the page.
  public struct ViewState: Hashable, Sendable {
    let title: String
    let head: QuakesHead.ViewState
    let messages: [QuakeMessages.Message]
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
      /// The page with the list in place of the map, or the other way round, in narrow windows.
      let other: Href
      let presets: QuakePresets.ViewState
      let map: QuakeMap.ViewState
      let detail: QuakeDetail.ViewState?
      /// The report of the event of the page; `nil` on the page of all.
      let report: QuakeReport.ViewState?
      /// The other quakes in the place of the event of the page; `nil` on the page of all.
      let history: QuakeHistory.ViewState?
      let charts: QuakeCharts.ViewState
      package let list: QuakeList.ViewState
      /// The Atom feed of the filter.
      let feed: Href
    }

    /// The meta description: the filter, or the selected quake.
    var description: String? {
      if let head = results?.map.card?.head ?? event?.head { return head.description }
      return results.map { "\($0.list.title). See them on a map and in a list." }
    }

    /// The Atom feed of the filter.
    var feed: Href? { results?.feed }

    /// True if an operation is in progress.
    var isWaiting: Bool {
      messages.contains { if case .waiting = $0 { true } else { false } }
        || results?.list.empty == .waiting || results?.report?.status == .waiting
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
