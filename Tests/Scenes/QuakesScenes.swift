#if DEBUG
import Foundation
import Geography
import ImmutableData
import ImmutableUI
import Look
import Markup
import WebClient

@testable import QuakesData
@testable import QuakesUI

extension QuakesPage {
  /// The states of the page and its components, for the gallery and the
  /// snapshot tests.
  static var previews: [Preview] {
    Preview.all(
      of: Presenter.self, in: empty + lists + details + maps + messages + deleted + names,
      title: { $0.title }, hasDialog: { $0.confirmation != nil })
      + Preview.excerpts(of: QuakesExcerpt.Presenter.self, isWide: true) { text, isEmpty in
        QuakesExcerpt.preview(text, isEmpty: isEmpty)
      }
  }

  /// The current time in all previews.
  private static let now = Date(timeIntervalSince1970: 1_714_806_408)  // 4 May 2024, 07:06:48
  private static let error = "The server could not be reached: connection refused."

  private static let selected = location { $0.quakeId = "tonga" }

  private static var empty: [PreviewScene<ViewState>] {
    [
      scene(
        "first-load", "Stored earthquakes are being loaded", [.head, .messages, .list, .charts]
      ) {
        state, _ in
        state = QuakesState()
        state.quakes.status = .waiting
      },
      scene("first-load-failed", "The stored earthquakes cannot be loaded", [.messages]) {
        state, text in
        state = QuakesState()
        state.quakes.status = .failure(error: text("The database of the earthquakes is damaged."))
      },
      scene("nothing-stored", "No earthquakes are stored yet", [.menus, .list, .filter]) {
        state, _ in
        state = QuakesState()
        state.quakes.status = .success
        state.ledger.isLoaded = true
      },
      scene(
        "nothing-today", "Earthquakes are stored, but none from today", [.list],
        at: { _ in .init() }, now: now.addingTimeInterval(9 * 86_400)),
      scene(
        "nothing-found", "No earthquake matches the filters", [.list, .menus, .map, .presets],
        at: { text in location { $0.filter.text = text("Atlantis") } }),
      scene(
        "not-loaded", "The time of a bookmark is not loaded", [.head, .list],
        at: location {
          $0.filter.day = .on(CalendarDay(Date(timeIntervalSince1970: 1_299_801_600)))
        }),
      scene(
        "no-such-page", "A page beyond the end of the list", [.list], at: location { $0.page = 9 }),
    ]
  }

  private static var lists: [PreviewScene<ViewState>] {
    [
      scene(
        "today", "The page at its plain address",
        [
          .head, .source, .menus, .messages, .presets, .filter, .list, .map, .charts,
        ]),
      scene("any-day", "All earthquakes", [.head, .charts, .list], at: location { _ in }),
      scene(
        "any-type", "Events of any type", [.head, .list, .presets, .filter],
        at: location { $0.filter.type = .any }),
      scene(
        "largest", "Largest first", [.list, .menus, .display, .charts],
        at: location {
          $0.sort = .magnitude
          $0.filter.magnitude.min = 4
        }),
      scene(
        "every-filter", "A filter with all its parts", [.head, .filter, .presets, .charts],
        at: { text in
          location {
            $0.filter.text = text("alaska")
            $0.filter.day = .any
            $0.filter.from = TimeBound("2024-04-28")
            $0.filter.to = TimeBound("2024-05-04")
            $0.filter.magnitude = .init(min: -1, max: 7.5)
            $0.filter.depth = .init(min: -10, max: 100)
            $0.filter.type = .only(.earthquake)
            $0.filter.box = .init(west: 170, south: 40, east: -120, north: 72)
          }
        }),
      scene(
        "second-page", "The second page of a long list", [.list], at: location { $0.page = 2 },
        change: many(250)
      ),
      scene(
        "miles-and-tokyo", "Lengths in miles and times in Tokyo",
        [.menus, .filter, .list],
        at: location {
          $0.quakeId = "tonga"
          $0.filter.depth.min = 1
          $0.measures.unit = .miles
          $0.measures.zone = Zone("Asia/Tokyo") ?? .utc
        }),
      scene("malformed", "An address with invalid values", [.filter], at: malformed),
    ]
  }

  private static var details: [PreviewScene<ViewState>] {
    [
      scene(
        "selected", "An earthquake is selected", [.card, .map, .list, .menus], at: selected
      ),
      scene(
        "selected-with-losses", "An event with all possible facts", [.card],
        at: location { $0.quakeId = "herat" }),
      scene(
        "selected-unknown", "An event with few known facts", [.card],
        at: location { $0.quakeId = "unknown" }),
      scene(
        "selected-blast", "A quarry blast is selected", [.map],
        at: location {
          $0.quakeId = "blast"
          $0.filter.type = .any
        }),
      scene(
        "event", "The page of an earthquake alone", [.event, .detail, .map],
        at: QuakesLocation().event("herat")),
      scene(
        "event-reported", "The page of an earthquake with all that is published about it",
        [.event, .detail, .map, .towns, .report], at: QuakesLocation().event("herat"),
        change: { state, text in
          state.reports.begin("herat", at: now)
          if let quake = state.quakes.quake(anyId: "herat") {
            state.reports.end(
              quake.id, .success(report: .sample(of: quake, at: now) { text($0) }))
          }
        }),
      scene(
        "event-waiting", "What is published about an earthquake is being loaded",
        [.report, .history],
        at: QuakesLocation().event("herat")
      ) { state, _ in state.reports.begin("herat", at: now) },
      scene(
        "event-failed", "What is published about an earthquake could not be loaded",
        [.towns, .report, .history],
        at: QuakesLocation().event("herat")
      ) { state, text in
        state.reports.begin("herat", at: now)
        state.reports.end("herat", .failure(error: text(error)))
      },
      scene(
        "near", "The vicinity of a place", [.head, .presets, .list, .filter],
        at: location { $0.filter.near = Vicinity("Tokyo") }),
      scene(
        "found-place", "A place of whose name there are several", [.head, .presets],
        at: location { $0.filter.near = Vicinity("San Jose") }),
      scene(
        "unknown-place", "A place that does not exist", [.head, .presets],
        at: parsed("near=New Zeland")),
      scene(
        "delete-all", "The confirmation before all events are deleted", [.confirmation],
        at: location { $0.dialog = .deleteAll }),
    ]
  }

  private static var maps: [PreviewScene<ViewState>] {
    [
      scene(
        "map-atlantic", "Centred on the Atlantic", [.map], at: location { $0.camera = .atlantic }),
      scene("map-first", "The map in place of the list", at: location { $0.show = .map }),
      scene(
        "map-date-line", "A map area across the date line", [.map],
        at: location {
          $0.quakeId = "tonga"
          $0.camera = Camera(longitude: 180, latitude: -20, width: 40)
        }),
      scene(
        "map-equal-earth", "With right areas", [.map], at: location { $0.projection = .equalEarth }),
      scene(
        "map-south-pole", "Around the South Pole", [.map],
        at: location { $0.projection = .southPole }),
      scene(
        "compared", "Two filters side by side", [.sides, .comparisonCharts],
        at: location {
          $0.filter.setTime(.past(.day))
          $0.compared = $0.filter
          $0.compared?.setTime(.past(.week))
        }),
      scene("map-of-many", "Many dots", at: location { _ in }, change: many(2_000)),
    ]
  }

  private static var messages: [PreviewScene<ViewState>] {
    func outcome(_ notice: QuakesLocation.Notice) -> QuakesLocation {
      location { $0.notice = notice }
    }
    return [
      scene("refreshing", "A refresh is in progress", [.messages], at: selected) { state, _ in
        state.quakes.status = .waiting
        state.ledger.lastRange = .allWeek
      },
      scene(
        "refreshing-slowly", "A refresh takes long; a part of the feed was received", [.messages],
        at: selected
      ) { state, _ in
        state.quakes.status = .waiting
        state.quakes.received = DownloadProgress(received: 3_210_000, total: 8_000_000)
        state.ledger.lastRange = .allMonth
      },
      scene("refreshed", "After a refresh", [.messages], at: outcome(.refreshed)),
      scene("refresh-failed", "The feed could not be fetched", [.messages], at: selected) {
        state, text in
        state.quakes.status = .failure(error: text(error))
        state.ledger.lastRange = .allWeek
      },
      scene("not-saved", "The disk is full", [.messages], at: selected) { state, text in
        state.ledger.saveError = text("The disk is full, so nothing could be saved.")
        state.ledger.unsaved[.refresh] = .failed
      },
      scene(
        "deleted", "After a deletion", [.messages],
        at: location {
          $0.notice = .deleted
          $0.undo = .quake(quakeId: "gone")
        }, change: deletions),
      scene(
        "deleted-all", "After a deletion of all events", [.messages],
        at: location {
          $0.notice = .deletedAll
          $0.undo = .deletion(date: now.addingTimeInterval(-60))
        }, change: deletions),
    ]
  }

  private static var deleted: [PreviewScene<ViewState>] {
    [
      scene(
        "deleted-events", "Deleted events can be restored", [.deleted],
        at: location { $0.show = .deleted }, change: deletions),
      scene(
        "deleted-events-none", "Nothing was deleted", [.deleted],
        at: location { $0.show = .deleted }),
    ]
  }

  private static func deletions(_ state: inout QuakesState, _ text: PreviewText) {
    let gone = Quake.sample(
      "gone", 2.2, hoursAgo: 3, text("4 km W of Cobb, California"), -122.8, 38.8)
    let last = now.addingTimeInterval(-60)
    state.deletions = .init(
      [DeletedQuake(gone, at: now.addingTimeInterval(-86_400))]
        + ["one", "two", "three"].enumerated().map { number, id in
          DeletedQuake(
            .sample(
              id, Double(number) + 4.1, hoursAgo: Double(number),
              text("south of the Fiji Islands"), -179, -23), at: last)
        })
  }

  private static var names: [PreviewScene<ViewState>] {
    [
      ("name-of-one-letter", "x"),
      ("name-without-spaces", String(repeating: "Donaudampfschifffahrt", count: 9)),
      ("name-with-markup", #"<b>"O'Reilly" & 日本 🐼</b></h2><script>alert(1)</script>"#),
      ("name-right-to-left", "١٢ كم شمال شرق مدينة طويلة الاسم جدا"),
      ("name-of-many-words", String(repeating: "10 km north of Somewhere, ", count: 7)),
    ].map { scene, name in
      Self.scene(scene, "Unusual place names from the feed", [.card], at: selected) { state, _ in
        state.quakes.insert([.sample("tonga", 5.8, hoursAgo: 2, name, -173.5, -20.1)])
      }
    }
  }
}

extension PreviewPart<QuakesPage.ViewState> {
  fileprivate static let head = Self(QuakesHead.Presenter.self) { $0.head }
  fileprivate static let source = Self(QuakesHead.Source.self) { $0.head }
  fileprivate static let menus = Self(QuakeMenus.Presenter.self) {
    $0.head.menus
  } around: { menus in
    div { div { menus }.class("actions") }.class("head")
  }
  fileprivate static let display = Self(QuakeDisplay.Presenter.self) { $0.results?.list.display }
  fileprivate static let presets = Self(QuakePresets.Presenter.self) { $0.results?.presets }
  fileprivate static let event = Self(QuakeEvent.Presenter.self) { $0.event }
  fileprivate static let messages = Self(QuakeMessages.Presenter.self) { $0.messages }
  fileprivate static let filter = Self(FilterForm.Presenter.self) { $0.filter }
  fileprivate static let map = Self(QuakeMap.Presenter.self) { $0.results?.map }
  fileprivate static let card = Self(QuakeCard.Presenter.self) { $0.results?.map.card }
  fileprivate static let detail = Self(QuakeDetail.Presenter.self) { $0.results?.detail }
  fileprivate static let history = Self(QuakeHistory.Presenter.self) { $0.results?.history }
  fileprivate static let report = Self(QuakeReport.Presenter.self) { $0.results?.report }
  fileprivate static let towns = Self(QuakeReport.Towns.self) { $0.results?.report }
  fileprivate static let charts = Self(QuakeCharts.Presenter.self) { $0.results?.charts }
  fileprivate static let sides = Self(QuakeComparison.Sides.self) { $0.comparison }
  fileprivate static let comparisonCharts = Self(ComparisonChart.Presenter.self) {
    $0.comparison?.charts
  }
  fileprivate static let list = Self(QuakeList.Presenter.self) { $0.results?.list }
  fileprivate static let deleted = Self(DeletedQuakes.Presenter.self) { $0.deleted }
  fileprivate static let confirmation = Self(Confirmation.Presenter.self, isDialog: true) {
    $0.confirmation
  }
}

extension QuakesPage {
  private static func location(_ change: (inout QuakesLocation) -> Void) -> QuakesLocation {
    var location = QuakesLocation()
    location.filter.day = .any
    location.filter.magnitude = .init()
    change(&location)
    return location
  }

  /// A location parsed from an invalid query.
  private static var malformed: QuakesLocation {
    parsed("q=tonga&date=yesterday&min=large&to=2024-02-30&box=1,2")
  }

  private static func parsed(_ query: String) -> QuakesLocation {
    (try? NamedValues(parsing: Array(query.utf8))).map(QuakesLocation.init(parsing:))
      ?? QuakesLocation()
  }

  private static func scene(
    _ name: String, _ note: String, _ parts: [PreviewPart<ViewState>] = [],
    at location: @escaping @Sendable (PreviewText) -> QuakesLocation, now: Date = now,
    change: @escaping @Sendable (inout QuakesState, PreviewText) -> Void = { _, _ in }
  ) -> PreviewScene<ViewState> {
    PreviewScene(name, note: note, parts: parts) { text in
      var state = QuakesState.samples(text)
      change(&state, text)
      return Container(location: location(text), now: now)
        .viewState(SelectQuakes(state: state))
    }
  }

  private static func scene(
    _ name: String, _ note: String, _ parts: [PreviewPart<ViewState>] = [],
    at location: QuakesLocation = .init(),
    change: @escaping @Sendable (inout QuakesState, PreviewText) -> Void = { _, _ in }
  ) -> PreviewScene<ViewState> {
    scene(name, note, parts, at: { _ in location }, change: change)
  }

  /// Returns a change that adds quakes along the Ring of Fire.
  private static func many(_ count: Int) -> @Sendable (inout QuakesState, PreviewText) -> Void {
    { state, text in
      state.quakes.insert(
        (0..<count).map { number in
          let turn = Double(number) * 2.399_963  // The golden angle: nothing lines up.
          let radius = 55 + 12 * sin(Double(number) * 1.7)
          return .sample(
            "m\(number)", Double(number % 83) / 10 - 1, hoursAgo: Double(number) / 11,
            text("\(number % 97 + 1) km W of Somewhere"), 180 + radius * cos(turn) * 1.3,
            radius * sin(turn) * 0.9)
        })
    }
  }
}

extension QuakesState {
  /// Returns a state with quakes of all kinds after a refresh.
  fileprivate static func samples(_ text: PreviewText) -> QuakesState {
    var state = QuakesState()
    state.quakes.insert(Quake.samples(text))
    state.quakes.status = .success
    state.ledger.isLoaded = true
    state.ledger.lastRange = .allWeek
    state.ledger.lastRefresh = Refresh(
      range: .allWeek, generated: Date(timeIntervalSince1970: 1_714_806_408),
      counts: .init(new: 61, changed: 12, renamed: 2, withdrawn: 1, unchanged: 2_512))
    let week = Date(timeIntervalSince1970: 1_714_806_408 - 7 * 86_400)
    state.ledger.known = KnownTime([week..<Date(timeIntervalSince1970: 1_714_806_408)])
    return state
  }
}

extension Quake {
  fileprivate static func samples(_ text: PreviewText) -> [Quake] {
    [
      .sample(
        "tonga", 5.8, hoursAgo: 2, text("83 km SE of Pangai, Tonga"), -173.5, -20.1, depth: 10),
      .sample(
        "fiji", 4.4, hoursAgo: 1, text("south of the Fiji Islands"), -179.99, -23.5, depth: 536),
      .sample("vanuatu", 5.3, hoursAgo: 4, text("44 km NNE of Port-Olry, Vanuatu"), 167.16, -14.65),
      .sample(
        "bonin", 6.5, hoursAgo: 166, text("Bonin Islands, Japan region"), 139.6, 27.8, depth: 503),
      .sample("great", 7.8, hoursAgo: 30, text("Kuril’sk, Russia"), 147.9, 45.2, depth: 19.5),
      .sample(
        "pahala", 1.96, hoursAgo: 5, text("9 km NE of Pāhala, Hawaii"), -155.4, 19.25, depth: 35),
      .sample("geysers", 0.8, hoursAgo: 0.4, text("7 km NW of The Geysers, CA"), -122.8, 38.8),
      .sample(
        "anza", -0.3, hoursAgo: 0.2, text("19 km ESE of Anza, CA"), -116.5, 33.5, depth: -1.2),
      .sample("karluk", 2.4, hoursAgo: 20, text("77 km NNW of Karluk, Alaska"), -155.1, 58.2),
      .sample("aleutian", 3.9, hoursAgo: 50, text("299 km SW of Adak, Alaska"), 179.99, 50.2),
      Quake(
        quakeId: "herat", magnitude: 6.3, time: date(hoursAgo: 100), updated: date(hoursAgo: 20),
        name: text("29 km NNE of Zindah Jān, Afghanistan"), longitude: 61.9, latitude: 34.57,
        depth: 10,
        magnitudeType: "mww", status: .reviewed, alert: .orange, isTsunamiPossible: true,
        felt: 1_203, reportedIntensity: 9.1, estimatedIntensity: 8.46, significance: 2_910,
        network: "us", ids: ["us6000ldpm", "herat", "pt23280001"],
        missingSince: date(hoursAgo: 6)),
      Quake(
        quakeId: "unknown", magnitude: 0, time: date(hoursAgo: 70), updated: date(hoursAgo: 70),
        name: "", longitude: 0, latitude: 0, isMagnitudeKnown: false),
      Quake(
        quakeId: "blast", magnitude: 1.35, time: date(hoursAgo: 9), updated: date(hoursAgo: 8),
        name: text("3km ENE of Rancho San Diego, CA"), longitude: -116.9, latitude: 32.76,
        depth: 3.6,
        magnitudeType: "ml", type: "quarry blast", network: "ci"),
      Quake(
        quakeId: "boom", magnitude: 2.1, time: date(hoursAgo: 33), updated: date(hoursAgo: 33),
        name: text("off the coast of Oregon"), longitude: -125.2, latitude: 44.1,
        type: text("dragon")),
    ]
  }

  fileprivate static func sample(
    _ id: String, _ magnitude: Double, hoursAgo: Double, _ name: String, _ longitude: Double,
    _ latitude: Double, depth: Double? = 10
  ) -> Quake {
    Quake(
      quakeId: id, magnitude: magnitude, time: date(hoursAgo: hoursAgo),
      updated: date(hoursAgo: hoursAgo / 2), name: name,
      longitude: longitude > 180 ? longitude - 360 : longitude, latitude: latitude,
      depth: depth, magnitudeType: "mb", status: .reviewed, significance: 300, network: "us")
  }

  private static func date(hoursAgo: Double) -> Date {
    Date(timeIntervalSince1970: (1_714_806_408 - hoursAgo * 3_600).rounded())
  }
}

extension QuakesExcerpt {
  /// Returns the panel of the front page for previews.
  ///
  /// - Parameter isEmpty: true for a store without quakes.
  static func preview(_ text: PreviewText, isEmpty: Bool) -> ViewState {
    Container(now: Date(timeIntervalSince1970: 1_714_806_408))
      .viewState(SelectQuakes(state: isEmpty ? QuakesState() : .samples(text)))
  }
}
#endif
