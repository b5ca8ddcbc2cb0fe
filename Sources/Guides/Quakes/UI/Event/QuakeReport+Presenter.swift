import ImmutableData
import ImmutableUI
import Look
import Markup
import QuakesData

extension QuakeReport {
  /// Renders the report below the map. Until it is loaded, it takes about as much space.
  struct Presenter: FragmentPresenter {
    static let id = "quake-report"
    let state: ViewState?

    var body: some HTML {
      Part(Self.id) {
        if let state {
          if state.isExpected {
            WaitingNotice("Loading what USGS publishes about this event")
          } else {
            Parts(state: state)
          }
        }
      }
    }
  }

  /// Renders the towns beside the map.
  struct Towns: FragmentPresenter {
    static let id = "quake-towns"
    let state: ViewState?

    var body: some HTML {
      if let state, !state.isSample {
        Panel(id: Self.id, name: .heading("nearest-towns")) {
          h2 { "Nearest towns" }.id("nearest-towns")
          if !state.towns.isEmpty {
            ul {
              ForEach(state.towns) { town in
                li {
                  span { town.name }.dir(.auto)
                  span { town.distance }
                  if let level = town.level {
                    level.mark
                    span { level.words }.class("vh")
                  }
                }
              }
            }
          } else if !state.isExpected {
            Unavailable()
          }
        }
      } else {
        Part(Self.id) {}
      }
    }
  }

  private struct Unavailable: Component {
    var body: some HTML { p { "Not available from USGS." }.class("row-note") }
  }

  private struct Parts: Component {
    let state: ViewState

    var body: some HTML {
      if !state.impact.isEmpty { LongText(title: "What happened", paragraphs: state.impact) }
      if let movement = state.movement { Movement(state: movement) }
      if let people = state.people {
        People(state: people)
      } else if state.missing.contains(.exposure) {
        Block(title: "People in the shaking") { Unavailable() }
      }
      if let forecast = state.forecast { Forecast(state: forecast) }
      if !state.summary.isEmpty {
        LongText(title: "Why here", paragraphs: state.summary)
      } else if state.missing.contains(.summary) {
        Block(title: "Why here") { Unavailable() }
      }
      Source(state: state)
    }
  }

  /// A panel with a heading.
  private struct Block<Content: HTML>: Component {
    let title: String
    @HTMLBuilder let content: Content

    static func id(_ title: String) -> String {
      title.lowercased().split(separator: " ").joined(separator: "-")
    }

    var body: some HTML {
      let id = Self.id(title)
      Panel(id: "\(id)-panel", name: .heading(id)) {
        h2 { title }.id(id)
        content
      }
    }
  }

  /// A text that is cut after seven lines, and whole as the target of its link.
  private struct LongText: Component {
    let title: String
    let paragraphs: [String]

    /// The number of characters in seven lines.
    private static let room = 300

    var body: some HTML {
      let isLong = paragraphs.reduce(0) { $0 + $1.count } > Self.room
      Block(title: title) {
        div { ForEach(paragraphs) { text in p { text }.dir(.auto) } }
          .class(isLong ? "cut" : nil)
        if isLong {
          a { "Read all of it" }.class("whole")
            .href(Href(fragment: "\(Block<Empty>.id(title))-panel"))
        }
      }
    }
  }

  private struct People: Component {
    let state: ViewState.People

    var body: some HTML {
      Block(title: "People in the shaking") {
        ul {
          ForEach(state.rows) { row in
            li {
              row.level.mark
              span { row.level.words }.class("vh")
              svg { rect().width(percent: row.width).height(12) }
                .class(row.level.style).aria(.hidden, "true")
              span { row.count }
            }
          }
        }
        .class("bars")
        p { state.notes }.class("row-note")
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
          p { state.sentence }
        }
        .class("ball-row")
        p { state.planes }.class("row-note")
      }
    }
  }

  private struct Forecast: Component {
    let state: ViewState.Forecast

    var body: some HTML {
      Block(title: "Aftershocks to expect") {
        p { "Aftershocks become rarer with time. Strong ones stay possible." }
        ForEach(state.rows) { row in
          p {
            row.start
            " to "
            row.end
            ": \(row.text)"
          }
        }
        if let created = state.created {
          p {
            "USGS forecast of "
            created
          }
          .class("row-note")
        }
      }
    }
  }

  /// The links to the source, and what could not be loaded from it.
  private struct Source: Component {
    let state: ViewState

    var body: some HTML {
      Block(title: "At the source") {
        p { state.links }.class("links")
        if let note { p { note }.class("row-note") }
        if let updated = state.updated {
          p {
            "Changed by USGS on "
            updated
            state.towns.isEmpty ? "" : ". Towns: GeoNames, CC BY 4.0"
          }
          .class("row-note")
        }
      }
    }

    private var note: String? {
      if state.isSample { return "The sample has no details of USGS." }
      return switch state.status {
      case .failure: "Details are not available from USGS."
      case .empty: "Details are not loaded yet. Reload in a minute."
      case .success, .waiting:
        switch (state.missing.contains(.shaking), state.missing.contains(.felt)) {
        case (true, true): "The map of the shaking and the places of reports are not available."
        case (true, false): "The map of the shaking is not available."
        case (false, true): "The places of reports are not available."
        case (false, false): nil
        }
      }
    }
  }
}

extension QuakeReport.Level {
  /// The numeral in its colour.
  var mark: some HTML { span { numeral }.class("mmi", style) }
}
