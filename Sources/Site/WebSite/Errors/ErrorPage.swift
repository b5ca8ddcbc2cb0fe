import HTTPTypes
public import ImmutableUI
import Look
import Markup

/// The texts of an error page.
///
/// ```swift
/// import ImmutableUI
/// import Markup
///
/// func content(of error: ErrorText) -> some HTML {
///   section {
///     h1 { error.title }
///     p { error.message }
///     for link in error.links { link }
///     p { error.status }
///   }
/// }
/// ```
public struct ErrorText: Equatable, Sendable {
  /// The status line, as in `404 Not Found`.
  public var status: String
  /// A heading of a few words.
  public var title: String
  /// One or two sentences.
  public var message: String
  /// The problems in detail.
  public var reasons: [String]
  /// Links to other pages; the first one is the primary action.
  public var links: [Link]
  /// The words to search the site for, of an address where there is no page; `nil` where a
  /// search does not help.
  public var search: String?
  /// The guides, as other places to go on; empty where that does not help.
  public var guides: [Link]
  /// The identifier of the request in the log; `nil` on a page that was not
  /// requested by a single request.
  public var requestID: String?

  init(_ error: SiteError, requestID: String?) {
    status = "\(error.status.code) \(error.status.reasonPhrase)"
    title = error.title
    message = error.message
    reasons = error.reasons
    let front = error.front.map { Link(label: "Front page", href: $0) }
    links = error.links + [front].compactMap { $0 }
    search = error.search
    guides = error.guides
    self.requestID = requestID
  }
}

/// The page of an error: the reason, and links to other pages.
struct ErrorPage: Presenter {
  let state: ErrorText

  var body: some HTML {
    div {
      Tracks()
      h1 { state.title }
      p { state.message }
      if !state.reasons.isEmpty {
        ul { ForEach(state.reasons) { reason in li { reason } } }.class("reasons")
      }
      if let search = state.search {
        SearchField(
          "Search everything", action: SiteRoute.search().href, name: SearchLocation.item,
          value: search)
      }
      div {
        ForEach(state.links.enumerated()) { number, link in
          a { link.label }.class(number == 0 ? "button primary" : "button").href(link.href)
        }
      }
      .class("actions")
      if !state.guides.isEmpty {
        div {
          span { "Or go to" }
          ForEach(state.guides) { guide in a { guide.label }.class("tag").href(guide.href) }
        }
        .class("actions")
      }
      p { state.status + (state.requestID.map { ". Request \($0)" } ?? "") }.class("request")
    }
    .class("empty")
  }
}

/// The illustration: a line of animal tracks.
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
