import Foundation
import Geography
import ImmutableUI
import Look
import Markup
import QuakesData

/// The answer to a place of which there are several, or none: one line in the row of the
/// questions.
struct PlaceAnswer: Component, Hashable {
  private let text: String
  private let isProblem: Bool
  private let links: [Link]

  /// Returns the answer; `nil` if the place is known, and the only one of its name.
  init?(to location: QuakesLocation, now: Date, _ select: SelectQuakes) {
    if let unknown = location.unknownPlace {
      text = "No place is called \(unknown)."
      isProblem = true
      let named = location.filtering { $0.text = unknown }
      let count = select(.matchCount(named.query(now: now)))
      links =
        PlaceSearch.nearest(to: unknown).compactMap { name in
          Vicinity(name).map { near in
            Link(label: name, href: location.filtering { $0.near = near }.href)
          }
        }
        + (count == 0
          ? [] : [Link(label: "\(grouped(count)) with “\(unknown)” in the name", href: named.href)])
      return
    }
    let others = location.otherPlaces
    guard let near = location.filter.near, !others.isEmpty else { return nil }
    text = "Another \(near.name):"
    isProblem = false
    let found = others.prefix(4).map { other in
      (
        Link(label: other.filter.near?.context ?? "", href: other.href),
        select(.matchCount(other.query(now: now))) > 0
      )
    }
    // Those without events are the last.
    links = found.filter(\.1).map(\.0) + found.filter { !$0.1 }.map(\.0)
  }

  var body: some HTML {
    p {
      span { text }.class(isProblem ? "error" : nil).role(isProblem ? "alert" : nil).dir(.auto)
      ForEach(links) { link in a { link.label }.dir(.auto).href(link.href) }
    }
    .class("presets").id(QuakePresets.Presenter.id)
  }
}

extension QuakesLocation {
  /// The text that was searched for as a place, if it is none and nothing else is wrong.
  var unknownPlace: String? {
    problems.count == 1 && problems[0].name == "near" ? problems[0].typed : nil
  }

  /// The lists around the other places with the name of the place.
  var otherPlaces: [QuakesLocation] {
    (filter.near?.alternatives ?? []).map { meaning in
      filtering {
        let radius = $0.near?.radius
        $0.near = Vicinity(meaning)
        if let radius { $0.near?.radius = radius }
      }.with { $0.camera = nil }
    }
  }
}
