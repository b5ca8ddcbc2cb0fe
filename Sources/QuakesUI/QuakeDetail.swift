import Foundation
import ImmutableUI
import Look
import Markup
import QuakesData

/// A panel with the facts of the selected quake.
enum QuakeDetail {}

extension QuakeDetail {
  /// Describes the selected quake.
  struct Container: ImmutableUI.Container {
    let location: QuakesLocation
    let now: Date

    func viewState(_ select: SelectQuakes) -> QuakeDetail.ViewState? {
      guard let quake = select(.quake(location.quakeId)) else { return nil }
      let (unit, zone) = (location.measures.unit, location.measures.zone)
      let time = Moment(quake.time, in: zone)
      return QuakeDetail.ViewState(
        name: quake.shownName(in: unit),
        magnitude: quake.badge,
        colour: quake.colour,
        time: time.iso8601,
        exactTime: time.second,
        ago: time.ago(from: now),
        facts: facts(of: quake),
        network: Href(external: quake.url),
        onMap: location.with {
          $0.camera = Camera(
            longitude: quake.longitude, latitude: quake.latitude,
            width: min($0.camera?.width ?? 60, 60))
        }.href,
        quakeId: quake.id,
        delete: QuakesRoute.post(.deleteQuake, from: location).href,
        close: location.with { $0.quakeId = nil }.href)
    }

    private func facts(of quake: Quake) -> [QuakeDetail.ViewState.Fact] {
      var facts: [QuakeDetail.ViewState.Fact] = []
      func add(_ name: String, _ value: String?) {
        if let value { facts.append(.init(name: name, value: value, moment: nil)) }
      }
      func add(_ name: String, _ moment: Moment, _ format: KeyPath<Moment, String>) {
        facts.append(
          .init(
            name: name, value: moment[keyPath: format],
            moment: .init(exact: moment.iso8601, ago: moment.ago(from: now))))
      }
      let (unit, zone) = (location.measures.unit, location.measures.zone)
      add("Type", quake.otherType)
      if zone != .utc { add("Universal time", Moment(quake.time), \.second) }
      add("Depth", quake.exactDepth(in: unit))
      add("Position", quake.position)
      add("Magnitude type", quake.magnitudeType ?? "Unknown")
      add(
        "Felt",
        quake.felt.map { $0 == 0 ? "No reports" : counted($0, "report", "reports") }
          ?? "No reports")
      add("Reported intensity", quake.reportedIntensity.map(decimal))
      add("Estimated intensity", quake.estimatedIntensity.map(decimal))
      add("Alert", quake.alert.map { capitalized($0.rawValue) } ?? "None")
      add("Tsunami", quake.isTsunamiPossible ? "See tsunami.gov" : "No")
      add("Significance", grouped(quake.significance))
      add("Status", capitalized(quake.status.rawValue))
      add("Network", quake.network.isEmpty ? nil : quake.network)
      add("ID", quake.id)
      add("Other IDs", quake.otherIds.isEmpty ? nil : quake.otherIds.joined(separator: ", "))
      add("Revised", Moment(quake.updated, in: zone), \.minute)
      if let missing = quake.missingSince {
        add("\(Quake.missingLabel) since", Moment(missing, in: zone), \.minute)
      }
      return facts
    }
  }
}

extension QuakeDetail {
  /// The content of the panel.
  struct ViewState: Hashable, Sendable {
    let name: String
    let magnitude: String
    let colour: String
    let time: String
    let exactTime: String
    let ago: String
    let facts: [Fact]
    /// The event page of the network.
    let network: Href?
    let onMap: Href
    let quakeId: Quake.ID
    let delete: Href
    let close: Href

    struct Fact: Hashable, Sendable {
      let name: String
      let value: String
      /// The exact time; `nil` if the value is not a time.
      let moment: Moment?
    }

    struct Moment: Hashable, Sendable {
      let exact: String
      let ago: String
    }
  }
}

extension QuakeDetail {
  /// Renders the panel.
  struct Presenter: ImmutableUI.Presenter {
    let state: ViewState?

    var body: some HTML {
      // Without a selection, the charts fill the space.
      if let state { Detail(state: state) } else { Part("quake-detail") {} }
    }
  }

  private struct Detail: Component {
    let state: ViewState

    var body: some HTML {
      section {
        div {
          div {
            span {
              span { "Magnitude " }.class("vh")
              state.magnitude
            }
            .class("mag", state.colour)
            div {
              h2 { state.name }.id("quake-title").dir(.auto)
              p {
                time { state.exactTime }.datetime(state.time)
                " (\(state.ago))"
              }
            }
          }
          .class("plate")
          Facts {
            ForEach(state.facts) { Fact(state: $0) }
          }
          div {
            a { "Show on the map" }.class("button").href(state.onMap)
            if let network = state.network {
              a { "USGS event page" }.class("button").href(network).rel("external noreferrer")
            }
            ForWriters {
              form {
                HiddenField("quakeId", state.quakeId)
                button { "Delete" }.class("button danger")
              }
              .post(to: state.delete)
            }
            a { "Close" }.class("button").href(state.close)
          }
          .class("actions")
        }
        .class("detail")
      }
      .class("panel").id("quake-detail").aria(.labelledby, "quake-title")
    }
  }

  private struct Fact: Component {
    let state: ViewState.Fact

    var body: some HTML {
      div {
        dt { state.name }
        dd {
          if let moment = state.moment {
            time { state.value }.datetime(moment.exact)
            " (\(moment.ago))"
          } else {
            state.value
          }
        }
      }
    }
  }
}
