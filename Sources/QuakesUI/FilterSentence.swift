import Foundation
import ImmutableUI
import Look
import Markup
import QuakesData

/// The filter as a sentence, with a link that removes each part of it.
enum FilterSentence {}

extension FilterSentence {
  /// Describes the filter.
  struct Container: ImmutableUI.Container {
    let location: QuakesLocation
    let query: QuakesPageQuery
    let now: Date

    func viewState(_ select: SelectQuakes) -> ViewState {
      let parts = location.parts
      let conditions = parts.compactMap(\.condition) + [location.orderDescription]
      let noun = location.filter.noun
      let result = select(.quakesValues(query))
      return ViewState(
        title: "\(capitalized(noun.many)): \(conditions.joined(separator: ", "))",
        count: "\(grouped(result.count)) of \(grouped(select(.quakesCount)))",
        noun: noun.many,
        missing: result.missingCount == 0
          ? nil
          : "\(grouped(result.missingCount)) no longer in the feed",
        conditions: conditions.joined(separator: " · "),
        tags: parts.map { ViewState.Tag(label: capitalized($0.label), remove: $0.without.href) },
        reset: parts.isEmpty
          ? nil
          : location.with {
            $0.filter = .everything; $0.page = 1
          }.href)
    }
  }
}

extension FilterSentence {
  /// The content of the sentence.
  struct ViewState: Hashable, Sendable {
    /// The sentence without the counts: the title of the list.
    let title: String
    let count: String
    let noun: String
    /// The number of listed quakes that are no longer in the feed, as text;
    /// `nil` for none.
    let missing: String?
    let conditions: String
    let tags: [Tag]
    let reset: Href?

    struct Tag: Hashable, Sendable {
      let label: String
      let remove: Href
    }
  }
}

extension FilterSentence {
  /// Renders the sentence.
  struct Presenter: ImmutableUI.Presenter {
    let state: ViewState

    var body: some HTML {
      p {
        span {
          "Showing "
          strong { state.count }
          " \(state.noun) · \(state.conditions)"
          if let missing = state.missing { " · \(missing)" }
        }
        ForEach(state.tags) { tag in
          a {
            span { tag.label }.dir(.auto)
            span { ", remove" }.class("vh")
          }
          .class("tag remove").href(tag.remove)
        }
        if let reset = state.reset { a { "Clear filters" }.href(reset) }
        a { "Skip to list" }.href(Href(fragment: "quake-list"))
      }
      .class("said").id("said")
    }
  }
}

extension QuakesLocation.Filter {
  /// The filter that matches every stored event.
  static var everything: Self {
    var filter = Self()
    filter.day = .any
    filter.type = .any
    return filter
  }

  /// The noun for the listed events.
  var noun: (one: String, many: String) {
    switch type {
    case .any: ("event", "events")
    case .other: ("event of another type", "events of other types")
    case .only(let type): (type.rawValue, type.plural)
    }
  }
}

extension QuakesLocation {
  /// The description of a part of the filter.
  fileprivate struct Part {
    let label: String
    /// The text in the sentence; `nil` if the noun expresses the part.
    let condition: String?
    /// The location without that part.
    let without: QuakesLocation
  }

  fileprivate var parts: [Part] {
    var parts: [Part] = []
    func add(_ label: String, isNoun: Bool = false, _ drop: (inout Filter) -> Void) {
      parts.append(Part(label: label, condition: isNoun ? nil : label, without: filtering(drop)))
    }
    if !filter.text.isEmpty { add("“\(filter.text)” in place name") { $0.text = "" } }
    switch filter.day {
    case .today where filter.from == nil && filter.to == nil:
      add("today") { $0.day = .any }
    case .on(let day): add(day.formatted) { $0.day = .any }
    default: break
    }
    // Without a range, the absent day would mean today.
    if let from = filter.from {
      add("since \(from.formatted)") { filter in
        filter.from = nil
        if filter.to == nil, filter.day == .today { filter.day = .any }
      }
    }
    if let to = filter.to {
      add("until \(to.formatted)") { filter in
        filter.to = nil
        if filter.from == nil, filter.day == .today { filter.day = .any }
      }
    }
    if let bounds = describe("magnitude", filter.magnitude, unit: "") {
      add(bounds) { $0.magnitude = .init() }
    }
    if let bounds = describe("depth", filter.depth, unit: " \(measures.unit.rawValue)") {
      add(bounds) { $0.depth = .init() }
    }
    switch filter.type {
    case .any: break
    case .other: add("other types only", isNoun: true) { $0.type = .any }
    case .only(let type): add("\(type.plural) only", isNoun: true) { $0.type = .any }
    }
    if filter.box != nil { add("map area") { $0.box = nil } }
    return parts
  }

  private func describe(_ name: String, _ bounds: QuakesQuery.Bounds, unit: String) -> String? {
    switch (bounds.min, bounds.max) {
    case (nil, nil): nil
    case (let min?, nil): "\(name) \(shownNumber(min))\(unit) and above"
    case (nil, let max?): "\(name) up to \(shownNumber(max))\(unit)"
    case (let min?, let max?): "\(name) \(shownNumber(min)) to \(shownNumber(max))\(unit)"
    }
  }

  /// The description of the order, as in "newest first".
  var orderDescription: String {
    switch (sort, order) {
    case (.time, .reverse): "newest first"
    case (.time, .forward): "oldest first"
    case (.magnitude, .reverse): "largest first"
    case (.magnitude, .forward): "smallest first"
    }
  }
}
