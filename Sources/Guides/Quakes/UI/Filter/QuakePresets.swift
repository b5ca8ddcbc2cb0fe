import Foundation
import ImmutableUI
import Look
import Markup
import QuakesData

/// Questions as links, and the parts of the filter that the head does not name.
enum QuakePresets {
  /// Returns true if a location is a question, or a usual period with a usual magnitude.
  static func contains(_ location: QuakesLocation) -> Bool {
    let container = Container(location: location, now: .distantPast)
    let isQuestion = (container.first + container.others).contains(where: \.isCurrent)
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
    let now: Date

    func viewState(_ select: SelectQuakes) -> ViewState {
      let questions = first
      let isQuestion = (questions + others).contains(where: \.isCurrent)
      return ViewState(
        answer: PlaceAnswer(to: location, now: now, select),
        parts: location.otherParts.filter { !isQuestion || $0.name == nil }.map {
          Link(label: capitalized($0.label), href: $0.without.href)
        },
        questions: questions, isNearVisitor: location.filter.near?.isVisitor == true)
    }

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

    /// The questions that most people ask. Each replaces the whole filter.
    fileprivate var first: [Link] {
      [
        question("Largest this week", of: .week) { $0.sort = .magnitude },
        question("Felt", of: .week) { $0.filter.impact.felt = 1 },
      ]
    }

    /// The questions beside the fields of the filter.
    var others: [Link] {
      [
        question("Past hour, all sizes", of: .hour) { _ in },
        question("Past 30 days, M 5+", of: .month) { $0.filter.magnitude.min = 5 },
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

  /// The content of the row.
  struct ViewState: Hashable, Sendable {
    /// The answer in place of the questions; `nil` for none.
    let answer: PlaceAnswer?
    /// The parts of the filter, each with the list without it.
    let parts: [Link]
    let questions: [Link]
    let isNearVisitor: Bool
  }

  /// Renders the row.
  struct Presenter: FragmentPresenter {
    static let id = "presets"
    let state: ViewState

    var body: some HTML {
      if let answer = state.answer {
        answer
      } else {
        nav {
          ForEach(state.parts) { part in
            a {
              part.label
              span { ", remove" }.class("vh")
            }
            .class("tag remove").href(part.href)
          }
          // The script of the page asks the browser for the position.
          button { "Near me" }.class("tag near-me scripted")
            .aria(.current, state.isNearVisitor ? "true" : nil)
          ForEach(state.questions) { question in
            a { question.label }.class("tag").href(question.href)
              .aria(.current, question.isCurrent ? "true" : nil)
          }
        }
        .class("presets").id(Self.id).aria(.label, "Questions")
      }
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
