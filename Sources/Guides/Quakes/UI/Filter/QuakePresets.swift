import Foundation
import ImmutableUI
import Look
import Markup
import QuakesData

/// Questions as links. Place, time and magnitude are in the fields of the filter.
enum QuakePresets {}

extension QuakePresets {
  /// Returns true if a location is a question, or a usual period with a usual magnitude.
  static func contains(_ location: QuakesLocation) -> Bool {
    let container = Container(location: location)
    let isQuestion = container.questions.contains(where: \.isCurrent)
    var rest = location.filter
    rest.setTime(.past(.day))
    rest.magnitude = QuakesLocation.Filter.usualMagnitude
    let isUsual =
      rest == .init() && location.sort == .time && location.order == .reverse
      && [container.periods, container.magnitudes].allSatisfy { $0.contains(where: \.isCurrent) }
    return isQuestion || isUsual
  }
}

extension QuakePresets {
  /// Collects the links.
  struct Container: ImmutableUI.Container {
    let location: QuakesLocation

    func viewState(_ select: SelectQuakes) -> ViewState { ViewState(links: questions) }

    fileprivate var periods: [Link] {
      QuakesLocation.Period.allCases.map { period in
        link(period.label) { $0.setTime(.past(period)) }
      } + [link("Yesterday") { $0.setTime(.yesterday) }]
    }

    fileprivate var magnitudes: [Link] {
      [("All magnitudes", nil), ("M 2.5+", 2.5), ("M 5+", 5)].map { label, least in
        link(label) { $0.magnitude = .init(min: least) }
      }
    }

    /// Questions that replace the whole filter.
    fileprivate var questions: [Link] {
      var largest = question { $0.setTime(.past(.week)) }
      largest.sort = .magnitude
      return [
        link("Past hour, all sizes", question { $0.setTime(.past(.hour)) }),
        link("Largest this week", largest),
        link(
          "Past 30 days, M 5+",
          question {
            $0.setTime(.past(.month))
            $0.magnitude.min = 5
          }),
        link(
          "Felt",
          question {
            $0.setTime(.past(.week))
            $0.impact.felt = 1
          }),
        link(
          "Tsunami message or red alert",
          question {
            $0.setTime(.past(.month))
            $0.impact.warning = .severe
          }),
        link(
          "Deeper than 100 km",
          question {
            $0.setTime(.past(.week))
            $0.depth.min = location.measures.unit.shown(
              length: location.measures.unit.length(kilometres: 100), rounding: .down)
          }),
      ]
    }

    private func question(_ change: (inout QuakesLocation.Filter) -> Void) -> QuakesLocation {
      location.with {
        $0.filter = .init()
        $0.filter.magnitude = .init()
        change(&$0.filter)
        $0.sort = .time
        $0.order = .reverse
        $0.page = 1
        $0.quakeId = nil
        $0.camera = nil
      }
    }

    private func link(
      _ label: String, _ change: (inout QuakesLocation.Filter) -> Void
    ) -> Link {
      link(label, location.filtering(change))
    }

    private func link(_ label: String, _ target: QuakesLocation) -> Link {
      let isCurrent =
        location.problems.isEmpty && target.filter == location.filter
        && target.sort == location.sort
        && target.order == location.order
      return Link(label: label, href: target.href, isCurrent: isCurrent)
    }
  }
}

extension QuakesLocation.Filter {
  /// Replaces all conditions on the time.
  mutating func setTime(_ day: QuakesLocation.Day) {
    self.day = day
    from = nil
    to = nil
  }
}

extension QuakePresets {
  /// The content of the strip.
  struct ViewState: Hashable, Sendable {
    let links: [Link]
  }
}

extension QuakePresets {
  /// Renders the strip.
  struct Presenter: FragmentPresenter {
    static let id = "presets"
    let state: ViewState

    var body: some HTML {
      nav {
        // The script of the page asks the browser for the position.
        button { "Near me" }.class("tag near-me scripted")
        ul {
          ForEach(state.links) { link in
            li {
              a { link.label }.class("tag").href(link.href)
                .aria(.current, link.isCurrent ? "true" : nil)
            }
          }
        }
      }
      .class("presets").id(Self.id).aria(.label, "Questions")
    }
  }
}
