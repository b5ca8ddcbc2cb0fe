import Foundation
import Geography
import ImmutableUI
import Look
import Markup
import QuakesData

/// The filter as a sentence, with a link that removes each part of it.
enum FilterSentence {
  /// Describes the filter.
  struct Container: ImmutableUI.Container {
    let location: QuakesLocation
    let query: QuakesPageQuery
    let now: Date

    func viewState(_ select: SelectQuakes) -> ViewState {
      let parts = location.parts
      let result = select(.quakesValues(query)).listed
      return ViewState(
        title: location.sentence,
        count: "\(grouped(result.count)) of \(grouped(select(.quakesCount)))",
        noun: location.filter.noun.many,
        missing: result.missingCount == 0
          ? nil : "\(grouped(result.missingCount)) no longer in the feed",
        order: location.orderDescription,
        suggestions: location.placeSuggestions(now: now, select),
        swarms: clusters(.swarm, select),
        aftershocks: clusters(.aftershocks, select),
        tags: parts.map {
          ViewState.Tag(
            label: capitalized($0.label), isInForm: $0.isInForm, remove: $0.without.href)
        },
        reset: parts.isEmpty ? nil : location.unfiltered.href)
    }

    /// Swarms or aftershocks among the matches. The count is that of the page the
    /// link leads to.
    private func clusters(
      _ kind: QuakeCluster.Kind, _ select: SelectQuakes
    ) -> [ViewState.Suggestion] {
      select(.quakesValues(query)).clusters.filter { $0.kind == kind }.map { cluster in
        let near = location.filtering {
          $0.near = Vicinity(around: cluster.largest, radius: QuakeCluster.radius)
        }.with { $0.camera = nil }
        let count = select(.matchCount(near.query(now: now)))
        return ViewState.Suggestion(
          label: "\(grouped(count)) near \(cluster.largest.region), "
            + "largest \(cluster.largest.badge)", count: count, href: near.href)
      }
    }
  }

  /// The content of the sentence.
  struct ViewState: Hashable, Sendable {
    /// The sentence without the counts: the title of the list.
    let title: String
    let count: String
    let noun: String
    /// The number of listed quakes that are no longer in the feed, as text;
    /// `nil` for none.
    let missing: String?
    let order: String
    let suggestions: [Suggestion]
    let swarms: [Suggestion]
    let aftershocks: [Suggestion]
    let tags: [Tag]
    let reset: Href?

    struct Suggestion: Hashable, Sendable {
      let label: String
      /// The number of its quakes.
      let count: Int
      let href: Href
    }

    struct Tag: Hashable, Sendable {
      let label: String
      /// True if a field of the form says the same, which narrow windows fold.
      let isInForm: Bool
      let remove: Href
    }
  }

  /// Renders the sentence.
  struct Presenter: FragmentPresenter {
    static let id = "said"
    let state: ViewState

    var body: some HTML {
      p {
        span {
          "Showing "
          strong { state.count }
          " \(state.noun)"
          span { " · \(state.order)" }.class("wide")
          if let missing = state.missing { " · \(missing)" }
        }
        ForEach(state.tags) { tag in
          a {
            span { tag.label }.dir(.auto)
            span { ", remove" }.class("vh")
          }
          .class("tag remove", tag.isInForm ? "in-form" : nil).href(tag.remove)
        }
        if let reset = state.reset { a { "Clear filters" }.href(reset) }
        Suggestions(state: state.suggestions)
        Clusters(name: "Aftershocks", state: state.aftershocks)
        Clusters(name: "Swarms", state: state.swarms)
        a { "Skip to map" }.href(Href(fragment: QuakeMap.Presenter.id))
      }
      .class("said").id(Self.id)
    }
  }

  private struct Clusters: Component {
    let name: String
    let state: [ViewState.Suggestion]

    var body: some HTML {
      if !state.isEmpty {
        span {
          "\(name): "
          Suggestions(state: state)
        }
        .class("swarms")
      }
    }
  }

  private struct Suggestions: Component {
    let state: [ViewState.Suggestion]

    var body: some HTML {
      ForEach(state) { one in a { one.label }.class("tag").href(one.href) }
    }
  }
}

extension QuakesLocation {
  /// The filter and the order, such as "Earthquakes: past day, newest first".
  var sentence: String {
    let conditions = parts.compactMap(\.condition) + [orderDescription]
    return "\(capitalized(filter.noun.many)): \(conditions.joined(separator: ", "))"
  }

  /// The list of all events.
  var unfiltered: QuakesLocation {
    with {
      $0.filter = .everything
      $0.camera = nil
      $0.page = 1
    }
  }

  /// Returns the places that the visitor may have meant: the countries, states,
  /// islands and cities whose name was searched for, or others of the same name.
  func placeSuggestions(
    now: Date, _ select: SelectQuakes
  ) -> [FilterSentence.ViewState.Suggestion] {
    let meanings =
      filter.near?.alternatives ?? (filter.text.isEmpty ? [] : Vicinity.meanings(of: filter.text))
    return meanings.prefix(4).map { meaning in
      let near = filtering {
        let radius = $0.near?.radius
        $0.text = ""
        $0.near = Vicinity(meaning)
        if let radius { $0.near?.radius = radius }
      }.with { $0.camera = nil }
      let count = select(.matchCount(near.query(now: now)))
      let condition = near.filter.near?.condition(in: measures.unit) ?? ""
      return FilterSentence.ViewState.Suggestion(
        label: "\(capitalized(condition)) (\(grouped(count)))", count: count, href: near.href)
    }
  }

  /// The description of a part of the filter.
  struct Part {
    let label: String
    /// The text in the sentence; `nil` if the noun expresses the part.
    let condition: String?
    /// True if a field that is always shown says the same.
    let isInForm: Bool
    /// The location without that part.
    let without: QuakesLocation
  }

  /// The parts of the filter.
  var parts: [Part] {
    var parts = Self.filterItems.compactMap { item -> Part? in
      item.part(self).map { part in
        Part(
          label: part.label, condition: part.isNoun ? nil : part.label,
          // The field of the magnitude is its lower bound.
          isInForm: item.field?.isMore == false
            && (item.item.name != "min" || filter.magnitude.max == nil),
          without: filtering { part.drop(&$0) })
      }
    }
    if isListedByView {
      let without = with {
        $0.camera = nil
        $0.page = 1
      }
      parts.append(
        Part(
          label: "in view on the map", condition: "in view on the map", isInForm: false,
          without: without))
    }
    return parts
  }

  /// The description of the order, as in "newest first".
  var orderDescription: String {
    switch (sort, order) {
    case (.time, .reverse): "newest first"
    case (.time, .forward): "oldest first"
    case (.magnitude, .reverse): "largest first"
    case (.magnitude, .forward): "smallest first"
    case (.distance, .reverse): "nearest first"
    case (.distance, .forward): "farthest first"
    }
  }
}

extension QuakesLocation.Filter {
  /// The filter that matches every stored event.
  static var everything: Self {
    var filter = Self()
    filter.day = .any
    filter.magnitude = .init()
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
