import Foundation
public import ImmutableUI
import Markup
import QuakesData

extension QuakesPage {
  /// Every state of the page, for people to look at and for tests to check.
  public static var previews: [Preview] {
    empty + lists + details + maps + messages + names
  }

  /// The time of all previews.
  private static let now = Date(timeIntervalSince1970: 1_714_806_408)  // 4 May 2024, 07:06:48
  private static let error = "The server could not be reached: connection refused."

  private static let selected = place { $0.quakeId = "tonga" }

  private static var empty: [Preview] {
    [
      preview("first-load", "Nothing has come yet", in: loading),
      preview("first-load-failed", "Nothing could be loaded") {
        $0 = QuakesState()
        $0.quakes.status = .failure(error: "The file of the earthquakes is damaged.")
      },
      preview("nothing-stored", "Nothing was fetched yet") {
        $0 = QuakesState()
        $0.quakes.status = .success
        $0.ledger.isLoaded = true
      },
      preview(
        "nothing-today", "Quakes are stored, but none of today",
        at: .init(), now: now.addingTimeInterval(9 * 86_400)),
      preview(
        "nothing-found", "Nothing is as asked for",
        at: place { $0.filter.text = "Atlantis" }),
      preview("no-such-page", "The list is not that long", at: place { $0.page = 9 }),
    ]
  }

  private static var lists: [Preview] {
    [
      preview("today", "The page as one comes to it"),
      preview("any-day", "All earthquakes", at: place { _ in }),
      preview("any-type", "Everything that shook the ground", at: place { $0.filter.type = .any }),
      preview(
        "largest", "The largest first",
        at: place {
          $0.sort = .magnitude
          $0.filter.magnitude.min = 4
        }),
      preview(
        "every-filter", "All parts of a filter at once",
        at: place {
          $0.filter.text = "alaska"
          $0.filter.day = .any
          $0.filter.from = CalendarDay("2024-04-28")
          $0.filter.to = CalendarDay("2024-05-04")
          $0.filter.magnitude = .init(min: -1, max: 7.5)
          $0.filter.depth = .init(min: -10, max: 100)
          $0.filter.type = .only(.earthquake)
          $0.filter.box = .init(west: 170, south: 40, east: -120, north: 72)
        }),
      preview(
        "second-page", "Pages of a long list", at: place { $0.page = 2 }, in: many(250)),
      preview(
        "miles-and-tokyo", "Lengths in miles, and the clocks of Tokyo",
        at: place {
          $0.quakeId = "tonga"
          $0.filter.depth.min = 1
          $0.measures.unit = .miles
          $0.measures.zone = Zone("Asia/Tokyo") ?? .utc
        }),
      preview("malformed", "An address that makes no sense", at: malformed),
    ]
  }

  private static var details: [Preview] {
    [
      preview("selected", "An earthquake is selected", at: selected),
      preview(
        "selected-with-losses", "All that there can be to say",
        at: place { $0.quakeId = "herat" }),
      preview(
        "selected-unknown", "Next to nothing is known", at: place { $0.quakeId = "unknown" }),
      preview(
        "selected-blast", "What is selected was no earthquake",
        at: place {
          $0.quakeId = "blast"
          $0.filter.type = .any
        }),
      preview(
        "delete-all", "The question before all are deleted",
        at: place { $0.dialog = .deleteAll }),
    ]
  }

  private static var maps: [Preview] {
    [
      preview(
        "map-atlantic", "The Atlantic in the middle", at: place { $0.camera = .atlantic }),
      preview(
        "map-date-line", "A part of the map across the date line",
        at: place {
          $0.quakeId = "tonga"
          $0.camera = Camera(longitude: 180, latitude: -20, width: 40)
        }),
      preview("map-of-many", "A crowd of dots", at: place { _ in }, in: many(2_000)),
    ]
  }

  private static var messages: [Preview] {
    func outcome(_ notice: QuakesLocation.Notice) -> QuakesLocation { place { $0.notice = notice } }
    return [
      preview("refreshing", "A refresh is under way", at: selected) {
        $0.quakes.status = .waiting
        $0.ledger.lastRange = .allWeek
      },
      preview("refreshed", "After a refresh", at: outcome(.refreshed)),
      preview("refresh-failed", "The feed could not be fetched", at: selected) {
        $0.quakes.status = .failure(error: error)
        $0.ledger.lastRange = .allWeek
      },
      preview("not-saved", "The disk is full", at: selected) {
        $0.ledger.saveError = "The disk is full, so nothing could be saved."
      },
      preview("deleted", "After a deletion", at: outcome(.deleted)),
    ]
  }

  private static var names: [Preview] {
    [
      ("name-of-one-letter", "x"),
      ("name-without-spaces", String(repeating: "Donaudampfschifffahrt", count: 9)),
      ("name-with-markup", #"<b>"O'Reilly" & 日本 🐼</b></h2><script>alert(1)</script>"#),
      ("name-right-to-left", "١٢ كم شمال شرق مدينة طويلة الاسم جدا"),
      ("name-of-many-words", String(repeating: "10 km north of Somewhere, ", count: 7)),
    ].map { preview, name in
      Self.preview(preview, "Names that come with the feed", at: selected) {
        $0.quakes.insert([.sample("tonga", 5.8, hoursAgo: 2, name, -173.5, -20.1)])
      }
    }
  }
}

extension QuakesPage {
  private static func place(_ change: (inout QuakesLocation) -> Void) -> QuakesLocation {
    var location = QuakesLocation()
    location.filter.day = .any
    change(&location)
    return location
  }

  /// A place as the site reads it.
  private static var malformed: QuakesLocation {
    let query = "q=tonga&date=yesterday&min=large&to=2024-02-30&box=1,2"
    return (try? NamedValues(parsing: Array(query.utf8))).map(QuakesLocation.init(parsing:))
      ?? QuakesLocation()
  }

  private static func preview(
    _ name: String, _ note: String, at location: QuakesLocation = .init(),
    now: Date = now, in state: QuakesState = .samples,
    change: (inout QuakesState) -> Void = { _ in }
  ) -> Preview {
    var state = state
    change(&state)
    let viewState = Container(location: location, now: now, land: .preview)
      .viewState(SelectQuakes(state: state))
    return Preview(
      name, note: note, title: viewState.title, hasDialog: viewState.question != nil
    ) {
      Presenter(state: viewState)
    }
  }

  private static var loading: QuakesState {
    var state = QuakesState()
    state.quakes.status = .waiting
    return state
  }

  /// The samples, and some more without names worth reading, all over the
  /// ring of fire.
  private static func many(_ count: Int) -> QuakesState {
    var state = QuakesState.samples
    state.quakes.insert(
      (0..<count).map { number in
        let turn = Double(number) * 2.399_963  // The golden angle: nothing lines up.
        let radius = 55 + 12 * sin(Double(number) * 1.7)
        return .sample(
          "m\(number)", Double(number % 83) / 10 - 1, hoursAgo: Double(number) / 11,
          "\(number % 97 + 1) km W of Somewhere", 180 + radius * cos(turn) * 1.3,
          radius * sin(turn) * 0.9)
      })
    return state
  }
}

extension LandOutlines {
  fileprivate static let preview = LandOutlines(
    coarse: Href(path: ["static", "land.0000000000000000.svg"], fragment: "land"),
    fine: Href(path: ["static", "coast.0000000000000000.svg"], fragment: "land"))
}

extension QuakesState {
  /// A few quakes of all kinds, as after a refresh.
  fileprivate static var samples: QuakesState {
    var state = QuakesState()
    state.quakes.insert(Quake.samples)
    state.quakes.status = .success
    state.ledger.isLoaded = true
    state.ledger.lastRange = .allWeek
    state.ledger.lastRefresh = Refresh(
      range: .allWeek, generated: Date(timeIntervalSince1970: 1_714_806_408),
      counts: .init(new: 61, changed: 12, renamed: 2, withdrawn: 1, unchanged: 2_512))
    return state
  }
}

extension Quake {
  fileprivate static var samples: [Quake] {
    [
      .sample("tonga", 5.8, hoursAgo: 2, "83 km SE of Pangai, Tonga", -173.5, -20.1, depth: 10),
      .sample("fiji", 4.4, hoursAgo: 1, "south of the Fiji Islands", -179.99, -23.5, depth: 536),
      .sample("vanuatu", 5.3, hoursAgo: 4, "44 km NNE of Port-Olry, Vanuatu", 167.16, -14.65),
      .sample("bonin", 6.5, hoursAgo: 166, "Bonin Islands, Japan region", 139.6, 27.8, depth: 503),
      .sample("great", 7.8, hoursAgo: 30, "Kuril’sk, Russia", 147.9, 45.2, depth: 19.5),
      .sample("pahala", 1.96, hoursAgo: 5, "9 km NE of Pāhala, Hawaii", -155.4, 19.25, depth: 35),
      .sample("geysers", 0.8, hoursAgo: 0.4, "7 km NW of The Geysers, CA", -122.8, 38.8),
      .sample("anza", -0.3, hoursAgo: 0.2, "19 km ESE of Anza, CA", -116.5, 33.5, depth: -1.2),
      .sample("karluk", 2.4, hoursAgo: 20, "77 km NNW of Karluk, Alaska", -155.1, 58.2),
      .sample("aleutian", 3.9, hoursAgo: 50, "299 km SW of Adak, Alaska", 179.99, 50.2),
      Quake(
        quakeId: "herat", magnitude: 6.3, time: date(hoursAgo: 100), updated: date(hoursAgo: 20),
        name: "29 km NNE of Zindah Jān, Afghanistan", longitude: 61.9, latitude: 34.57, depth: 10,
        magnitudeType: "mww", status: .reviewed, alert: .orange, isTsunamiPossible: true,
        felt: 1_203, reportedIntensity: 9.1, estimatedIntensity: 8.46, significance: 2_910,
        network: "us", ids: ["us6000ldpm", "herat", "pt23280001"],
        missingSince: date(hoursAgo: 6)),
      Quake(
        quakeId: "unknown", magnitude: 0, time: date(hoursAgo: 70), updated: date(hoursAgo: 70),
        name: "", longitude: 0, latitude: 0, isMagnitudeKnown: false),
      Quake(
        quakeId: "blast", magnitude: 1.35, time: date(hoursAgo: 9), updated: date(hoursAgo: 8),
        name: "3km ENE of Rancho San Diego, CA", longitude: -116.9, latitude: 32.76, depth: 3.6,
        magnitudeType: "ml", type: "quarry blast", network: "ci"),
      Quake(
        quakeId: "boom", magnitude: 2.1, time: date(hoursAgo: 33), updated: date(hoursAgo: 33),
        name: "off the coast of Oregon", longitude: -125.2, latitude: 44.1, type: "dragon"),
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
