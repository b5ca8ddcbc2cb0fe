import Foundation
import ImmutableUI
import Look
import Markup
import QuakesData

/// Questions as links. Place, time and magnitude are in the fields of the filter.
enum QuakePresets {
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

  /// Collects the links.
  struct Container: ImmutableUI.Container {
    let location: QuakesLocation

    func viewState(_ select: SelectQuakes) -> [Link] { questions }

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
      [
        question("Past hour, all sizes", of: .hour) { _ in },
        question("Largest this week", of: .week) { $0.sort = .magnitude },
        question("Past 30 days, M 5+", of: .month) { $0.filter.magnitude.min = 5 },
        question("Felt", of: .week) { $0.filter.impact.felt = 1 },
        question("Tsunami message or red alert", of: .month) {
          $0.filter.impact.warning = .severe
        },
        question("Deeper than 100 km", of: .week) {
          $0.filter.depth.min = $0.measures.unit.shown(
            length: $0.measures.unit.length(kilometres: 100), rounding: .down)
        },
      ]
    }

    private func question(
      _ label: String, of period: QuakesLocation.Period,
      _ change: (inout QuakesLocation) -> Void
    ) -> Link {
      link(
        label,
        location.with {
          $0.filter = .init()
          $0.filter.setTime(.past(period))
          $0.filter.magnitude = .init()
          $0.sort = .time
          $0.order = .reverse
          $0.page = 1
          $0.quakeId = nil
          $0.camera = nil
          change(&$0)
        })
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

  /// Renders the strip.
  struct Presenter: FragmentPresenter {
    static let id = "presets"
    let state: [Link]

    var body: some HTML {
      nav {
        // The script of the page asks the browser for the position.
        button { "Near me" }.class("tag near-me scripted")
        ul {
          ForEach(state) { link in
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

extension QuakesLocation.Filter {
  /// Replaces all conditions on the time.
  mutating func setTime(
    _ day: QuakesLocation.Day, from: TimeBound? = nil, to: TimeBound? = nil
  ) {
    self.day = day
    self.from = from
    self.to = to
  }
}
