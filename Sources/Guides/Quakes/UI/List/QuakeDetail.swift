import Foundation
import ImmutableUI
import Look
import Markup
import QuakesData

/// A panel with the facts of the selected quake.
enum QuakeDetail {
  /// Selects and formats the facts.
  struct Container: ImmutableUI.Container {
    let location: QuakesLocation
    let now: Date

    func viewState(_ select: SelectQuakes) -> QuakeDetail.ViewState? {
      guard let quake = select(.quake(location.quakeId)) else { return nil }
      return QuakeDetail.ViewState(
        // The head of the page of an event has them.
        page: location.isEvent ? nil : location.event(quake.id).href,
        actions: EventActions(quake, from: location, style: "button"),
        facts: facts(of: quake),
        technicalFacts: technicalFacts(of: quake))
    }

    private typealias Fact = QuakeDetail.ViewState.Fact

    private func facts(of quake: Quake) -> [Fact] {
      let (unit, zone) = (location.measures.unit, location.measures.zone)
      let facts = [
        fact("Type", quake.otherType),
        zone == .utc ? nil : fact("Universal time", Moment(quake.time), \.second),
        location.filter.near.flatMap { near in
          fact("Distance", quake.distance(from: near, in: location))
        },
        fact("Depth", quake.exactDepth(in: unit)),
        fact("Position", quake.position),
        quake.warnings.map { warnings in
          Fact(
            name: "Tsunami",
            value: "\(capitalized(Quake.tsunamiMessage)). The event was "
              + "\(Moment(quake.time).ago(from: now)). Messages are on",
            warnings: warnings)
        },
        quake.missingSince.flatMap { missing in
          fact("\(Quake.missingLabel) since", Moment(missing, in: zone), \.minute)
        },
      ]
      return facts.compactMap { $0 }
    }

    private func technicalFacts(of quake: Quake) -> [Fact] {
      let facts = [
        fact("Magnitude type", magnitudeType(of: quake)),
        fact("Reported intensity", quake.reportedIntensity.map(intensity)),
        fact("Computed intensity", quake.estimatedIntensity.map(intensity)),
        fact(
          "Felt", quake.felt.map { $0 == 0 ? "No reports" : counted($0, "report", "reports") }),
        fact(
          "Alert",
          quake.alert.map { "\(capitalized($0.rawValue)), an estimate: \($0.meaning)" }),
        fact("Significance", grouped(quake.significance)),
        fact("Status", capitalized(quake.status.rawValue)),
        fact("Network", quake.network.isEmpty ? nil : quake.network),
        fact("ID", quake.id),
        fact("Other IDs", quake.otherIds.isEmpty ? nil : quake.otherIds.joined(separator: ", ")),
        fact("Revised", Moment(quake.updated, in: location.measures.zone), \.minute),
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
    /// The page of the event alone; `nil` on that page, whose head has the links.
    let page: Href?
    let actions: EventActions
    let facts: [Fact]
    let technicalFacts: [Fact]

    struct Fact: Component, Hashable {
      let name: String
      /// The value; empty if it is a time.
      var value = ""
      var time: TimeAndAge?
      /// The links to the tsunami warning centres; `nil` for none.
      var warnings: Href?

      var body: some HTML {
        div {
          dt { name }
          dd {
            value
            if let time { time }
            WarningsLink(href: warnings)
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
      // Without a selection, the charts fill the space.
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
            if let page = state.page {
              div {
                a { "Link to this event" }.class("button").href(page)
                button { "Copy link" }.class("button copy-link scripted")
                  .data("address", page.text)
                state.actions
              }
              .class("actions")
            }
          }
          .class("detail")
        }
      } else {
        Part(Self.id) {}
      }
    }
  }
}
