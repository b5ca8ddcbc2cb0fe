import ImmutableData
import ImmutableUI
import Look
import Markup

extension QuakeReport {
  /// Renders the report below the map. Until it is loaded, it takes about as much space.
  struct Presenter: FragmentPresenter {
    static let id = "quake-report"
    let state: ViewState?

    var body: some HTML {
      Part(Self.id) {
        if let state {
          div { Parts(state: state) }.class("report", state.isExpected ? "expected" : nil)
        }
      }
    }
  }

  private struct Parts: Component {
    let state: ViewState

    var body: some HTML {
      if state.isExpected {
        WaitingNotice("Loading what USGS publishes about this event")
      }
      if !state.sentences.isEmpty {
        Block(title: "Shaking") { ForEach(state.sentences) { text in p { text } } }
      }
      div {
        if let people = state.people { People(state: people) }
        if !state.impact.isEmpty {
          Block(title: "What happened") { ForEach(state.impact) { text in p { text }.dir(.auto) } }
        }
        if !state.towns.isEmpty { Towns(state: state.towns) }
        if let movement = state.movement { Movement(state: movement) }
        if let forecast = state.forecast { Forecast(state: forecast) }
      }
      .class("blocks")
      if !state.summary.isEmpty {
        Block(title: "Why here") {
          div { ForEach(state.summary.prefix(2)) { text in p { text }.dir(.auto) } }.class("text")
          if state.summary.count > 2 {
            details {
              summary { "Read all of it" }
              ForEach(state.summary.dropFirst(2)) { text in p { text }.dir(.auto) }
            }
            .class("more")
          }
        }
      }
      Outcome(state: state)
    }
  }

  /// Tells what could not be loaded, and the version of the rest. It is at the end, so that it
  /// moves nothing.
  private struct Outcome: Component {
    let state: ViewState

    var body: some HTML {
      switch state.status {
      case .failure(let error): FailedNotice("Details of this event could not be loaded. \(error)")
      case .empty where state.isEmpty:
        p { "Details are not loaded yet. Reload in a minute." }.class("notice")
      case .success where state.isEmpty && state.missing == nil:
        p { "USGS has published nothing else about this event." }.class("row-note")
      case .success, .empty, .waiting: Phrase("")
      }
      if let missing = state.missing { FailedNotice(missing) }
      if let version = state.version {
        p {
          "\(version)."
          if !state.towns.isEmpty { " Towns: GeoNames, CC BY 4.0." }
        }
        .class("row-note")
      }
    }
  }

  /// A panel with a heading.
  private struct Block<Content: HTML>: Component {
    let title: String
    @HTMLBuilder let content: Content

    private var id: String {
      "report-" + title.lowercased().split(separator: " ").joined(separator: "-")
    }

    var body: some HTML {
      Panel(kind: "block", name: .heading(id)) {
        h2 { title }.id(id)
        content
      }
    }
  }

  private struct Towns: Component {
    let state: [ViewState.Town]

    var body: some HTML {
      Block(title: "Towns nearby") {
        table {
          thead {
            tr {
              th { "Town" }.scope(.col)
              th { "Epicentre" }.scope(.col).class("end")
              th { "Computed shaking" }.scope(.col).class("end")
            }
          }
          tbody {
            ForEach(state) { town in
              tr {
                th {
                  town.name
                  if let people = town.people { small { "\(people) people" } }
                }
                .scope(.row).dir(.auto)
                td { town.distance }.class("end")
                td {
                  if let level = town.level {
                    level.mark
                    span { " \(level.words)" }.class("vh")
                  } else {
                    "–"
                  }
                }
                .class("end")
              }
            }
          }
        }
      }
    }
  }

  private struct People: Component {
    let state: ViewState.People

    var body: some HTML {
      Block(title: "People in the shaking") {
        if let alert = state.alert { p { strong { alert.text } }.class("alert", alert.level) }
        ul {
          ForEach(state.rows) { row in
            li {
              row.level.mark
              span { capitalized(row.level.words) }
              svg { rect().width(percent: row.width).height(14) }
                .class(row.level.style).aria(.hidden, "true")
              span { row.count }.class("end")
            }
          }
        }
        .class("bars")
        p { "An estimate by USGS PAGER. \(state.edge ?? "")" }.class("row-note")
      }
    }
  }

  private struct Movement: Component {
    let state: ViewState.Movement

    var body: some HTML {
      Block(title: "How the fault moved") {
        div {
          svg {
            circle().cx(0).cy(0).r(BeachBall.radius)
            path().d(state.picture)
          }
          .class("ball").viewBox(ViewBox(-1050, -1050, 2100, 2100)).aria(.hidden, "true")
          div {
            p { state.sentence }
            p { state.planes }.class("row-note")
          }
        }
        .class("ball-row")
      }
    }
  }

  private struct Forecast: Component {
    let state: ViewState.Forecast

    var body: some HTML {
      Block(title: "Aftershocks to expect") {
        p { "Aftershocks become rarer with time. Strong ones stay possible." }
        Facts {
          ForEach(state.rows) { Fact($0.name, $0.text) }
        }
        if let created = state.created { p { created }.class("row-note") }
      }
    }
  }
}

extension QuakeReport.Level {
  /// The numeral in its colour.
  var mark: some HTML { span { numeral }.class("mmi", style) }
}
