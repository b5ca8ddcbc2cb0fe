import Foundation
import ImmutableUI
import Look
import Markup
import QuakesData

/// A panel with the facts of the event of a page.
enum QuakeDetail {
  /// Selects and formats the facts.
  struct Container: ImmutableUI.Container {
    let location: QuakesLocation
    let now: Date

    func viewState(_ select: SelectQuakes) -> QuakeDetail.ViewState? {
      guard location.isEvent, let quake = select(.quake(location.quakeId)) else { return nil }
      return QuakeDetail.ViewState(
        facts: facts(of: quake), technicalFacts: technicalFacts(of: quake))
    }

    private typealias Fact = QuakeDetail.ViewState.Fact

    private func facts(of quake: Quake) -> [Fact] {
      let (unit, zone) = (location.measures.unit, location.measures.zone)
      let facts = [
        fact("Type", quake.otherType),
        fact("Depth", quake.exactDepth(in: unit)),
        fact("Position", quake.position),
        fact(
          "Reports", quake.felt.map { $0 == 0 ? "None" : counted($0, "person", "people") }),
        quake.missingSince.flatMap { missing in
          fact("\(Quake.missingLabel) since", Moment(missing, in: zone), \.dayAndClock)
        },
      ]
      return facts.compactMap { $0 }
    }

    private func technicalFacts(of quake: Quake) -> [Fact] {
      let facts = [
        fact("Magnitude type", magnitudeType(of: quake)),
        fact("Reported intensity", quake.reportedIntensity.map(intensity)),
        fact("Computed intensity", quake.estimatedIntensity.map(intensity)),
        fact("Significance", grouped(quake.significance)),
        fact("Status", capitalized(quake.status.rawValue)),
        fact("Network", quake.network.isEmpty ? nil : quake.network),
        fact("ID", quake.id),
        fact("Other IDs", quake.otherIds.isEmpty ? nil : quake.otherIds.joined(separator: ", ")),
        fact("Revised", Moment(quake.updated, in: location.measures.zone), \.dayAndClock),
      ]
      return facts.compactMap { $0 }
    }

    private func fact(_ name: String, _ value: String?) -> Fact? {
      value.map { Fact(name: name, value: $0) }
    }

    private func fact(
      _ name: String, _ moment: Moment, _ format: KeyPath<Moment, String>
    ) -> Fact? {
      Fact(name: name, time: TimeAndAge(moment, format, from: now))
    }

    private func intensity(_ value: Double) -> String {
      "\(intensityWords(value)) (\(decimal(value)))"
    }

    private func magnitudeType(of quake: Quake) -> String {
      guard let code = quake.magnitudeType else { return "Unknown" }
      return magnitudeTypeName(code).map { "\($0) (\(code))" } ?? code
    }
  }

  /// The content of the panel.
  struct ViewState: Hashable, Sendable {
    let facts: [Fact]
    let technicalFacts: [Fact]

    struct Fact: Component, Hashable {
      let name: String
      /// The value; empty if it is a time.
      var value = ""
      var time: TimeAndAge?

      var body: some HTML {
        div {
          dt { name }
          dd {
            value
            if let time { time }
          }
        }
      }
    }
  }

  /// Renders the panel.
  struct Presenter: FragmentPresenter {
    static let id = "quake-detail"
    let state: ViewState?

    var body: some HTML {
      if let state {
        Panel(id: Self.id, name: .label("Facts")) {
          div {
            Facts {
              ForEach(state.facts) { $0 }
            }
            details {
              summary { "Technical details" }
              Facts {
                ForEach(state.technicalFacts) { $0 }
              }
            }
            .class("more")
          }
          .class("detail")
        }
      } else {
        Part(Self.id) {}
      }
    }
  }
}
