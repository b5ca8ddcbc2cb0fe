import ImmutableUI
import Markup

/// Says why there is no other page, and where to go instead.
struct ErrorPage: Presenter {
  struct ViewState: Equatable, Sendable {
    /// As HTTP has it: `404 Not Found`.
    var status: String
    var title: String
    var message: String
    /// The problems, one by one.
    var reasons: [String] = []
    /// Links to other pages; the first one stands out.
    var links: [NotFound.Link] = []
    /// Names the request in the log; `nil` on a page that no single request
    /// asked for.
    var requestID: String?
  }

  let state: ViewState

  var body: some HTML {
    div {
      Tracks()
      h1 { state.title }
      p { state.message }
      if !state.reasons.isEmpty {
        ul { ForEach(state.reasons) { reason in li { reason } } }.class("reasons")
      }
      div {
        ForEach(state.links.enumerated()) { number, way in
          a { way.label }.class(number == 0 ? "button primary" : "button").href(way.href)
        }
      }
      .class("actions")
      p { state.status + (state.requestID.map { ". Request \($0)" } ?? "") }.class("request")
    }
    .class("empty")
  }
}

/// Somebody went by, and is gone.
private struct Tracks: Component {
  private static let count = 7

  var body: some HTML {
    svg {
      defs {
        g {
          ellipse().cx(-5).cy(-6).rx(2.4).ry(3.2)
          ellipse().cx(0).cy(-8).rx(2.4).ry(3.2)
          ellipse().cx(5).cy(-6).rx(2.4).ry(3.2)
          path().d("M0-3c-3.5 0-6 3.5-6 6s2.5 3 6 3 6-.5 6-3-2.5-6-6-6z")
        }
        .id("track").fill("currentColor")
      }
      ForEach(0..<Self.count) { number in
        use().href(Href(fragment: "track")).fillOpacity(1 - 0.13 * Double(number))
          .transform(
            "translate(\(24 + 45 * number) \(number.isMultiple(of: 2) ? 40 : 20)) "
              + "rotate(\(number.isMultiple(of: 2) ? 98 : 82))")
      }
    }
    .class("tracks").viewBox(ViewBox(0, 0, 320, 60)).aria(.hidden, "true")
  }
}
