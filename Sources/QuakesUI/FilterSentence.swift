import Foundation
import ImmutableUI
import Look
import Markup
import QuakesData

/// The filter as a sentence, with a way to drop each part of it.
enum FilterSentence {}

extension FilterSentence {
  /// Puts the filter into words.
  struct Container: ImmutableUI.Container {
    let location: QuakesLocation
    let query: QuakesPageQuery
    let now: Date

    func viewState(_ select: SelectQuakes) -> ViewState {
      let parts = location.parts
      let words = parts.compactMap(\.words) + [location.orderWords]
      let noun = location.filter.noun
      let result = select(.quakesValues(query))
      return ViewState(
        title: "\(capitalized(noun.many)): \(words.joined(separator: ", "))",
        count: "\(grouped(result.count)) of \(grouped(select(.quakesCount)))",
        noun: noun.many,
        missing: result.missingCount == 0
          ? nil
          : "\(grouped(result.missingCount)) no longer in the feed",
        words: words.joined(separator: " · "),
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
  /// What the sentence says.
  struct ViewState: Hashable, Sendable {
    /// All of it but the counts, as the title of the list.
    let title: String
    let count: String
    let noun: String
    /// The number of them that the feed no longer has; `nil` for none.
    let missing: String?
    let words: String
    let tags: [Tag]
    let reset: Href?

    struct Tag: Hashable, Sendable {
      let label: String
      let remove: Href
    }
  }
}

extension FilterSentence {
  /// How the sentence looks.
  struct Presenter: ImmutableUI.Presenter {
    let state: ViewState

    var body: some HTML {
      p {
        span {
          "Showing "
          strong { state.count }
          " \(state.noun) · \(state.words)"
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
  /// Everything that is stored.
  static var everything: Self {
    var filter = Self()
    filter.day = .any
    filter.type = .any
    return filter
  }

  /// What is listed.
  var noun: (one: String, many: String) {
    switch type {
    case .any: ("event", "events")
    case .other: ("event of another type", "events of other types")
    case .only(let type): (type.rawValue, type.plural)
    }
  }
}

extension QuakesLocation {
  /// A part of the filter, in words.
  fileprivate struct Part {
    let label: String
    /// What the sentence says of it, where the noun does not.
    let words: String?
    /// The place without that part.
    let without: QuakesLocation
  }

  fileprivate var parts: [Part] {
    var parts: [Part] = []
    func add(_ label: String, isNoun: Bool = false, _ drop: (inout Filter) -> Void) {
      parts.append(Part(label: label, words: isNoun ? nil : label, without: filtering(drop)))
    }
    if !filter.text.isEmpty { add("“\(filter.text)” in place name") { $0.text = "" } }
    switch filter.day {
    case .today where filter.from == nil && filter.to == nil:
      add("today") { $0.day = .any }
    case .on(let day): add(day.words) { $0.day = .any }
    default: break
    }
    // Without a range of days, no day would mean today.
    if let from = filter.from {
      add("since \(from.words)") { filter in
        filter.from = nil
        if filter.to == nil, filter.day == .today { filter.day = .any }
      }
    }
    if let to = filter.to {
      add("until \(to.words)") { filter in
        filter.to = nil
        if filter.from == nil, filter.day == .today { filter.day = .any }
      }
    }
    if let words = words("magnitude", filter.magnitude, unit: "") {
      add(words) { $0.magnitude = .init() }
    }
    if let words = words("depth", filter.depth, unit: " \(measures.unit.rawValue)") {
      add(words) { $0.depth = .init() }
    }
    switch filter.type {
    case .any: break
    case .other: add("other types only", isNoun: true) { $0.type = .any }
    case .only(let type): add("\(type.plural) only", isNoun: true) { $0.type = .any }
    }
    if filter.box != nil { add("map area") { $0.box = nil } }
    return parts
  }

  private func words(_ name: String, _ bounds: QuakesQuery.Bounds, unit: String) -> String? {
    switch (bounds.min, bounds.max) {
    case (nil, nil): nil
    case (let min?, nil): "\(name) \(shownNumber(min))\(unit) and above"
    case (nil, let max?): "\(name) up to \(shownNumber(max))\(unit)"
    case (let min?, let max?): "\(name) \(shownNumber(min)) to \(shownNumber(max))\(unit)"
    }
  }

  /// As in "newest first".
  var orderWords: String {
    switch (sort, order) {
    case (.time, .reverse): "newest first"
    case (.time, .forward): "oldest first"
    case (.magnitude, .reverse): "largest first"
    case (.magnitude, .forward): "smallest first"
    }
  }
}
