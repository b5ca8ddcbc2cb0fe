import ImmutableUI
import Markup

extension ErrorPage {
  /// Every kind of page that says why there is no other.
  static var previews: [Preview] {
    Preview.all(
      of: Self.self,
      in: [
        scene("nothing-there", "An address that nobody has", "404 Not Found") { _ in .page },
        scene("near", "An address that is almost that of a guide", "404 Not Found") { _ in
          NotFound(
            title: NotFound.page.title, message: "\(NotFound.page.message) Did you mean Quakes?",
            links: [.init(label: "Quakes", href: Href(path: ["quakes"]))])
        },
        scene("gone", "Something that was deleted, and is named", "404 Not Found") { text in
          NotFound(
            title: "This animal is gone",
            message: "\(text("Red kangaroo")) is not in this guide any more.",
            links: [.init(label: text("Mammals"), href: Href(path: ["animals"]))])
        },
        scene(
          "malformed", "An address with parts that make no sense", "400 Bad Request",
          reasons: ["“min” is not a magnitude from -1 to 10.", "“from” is not a day."]
        ) { _ in
          NotFound(
            title: "This address makes no sense",
            message: "Part of what was asked for cannot be understood.", links: [])
        },
        scene("failed", "What nobody expected", "500 Internal Server Error") { _ in
          NotFound(
            title: "Something went wrong here",
            message:
              "It was not you. What happened is in the log under this request's number.", links: [])
        },
      ],
      title: \.title)
  }

  private static func scene(
    _ name: String, _ note: String, _ status: String, reasons: [String] = [],
    missing: @escaping @Sendable (PreviewText) -> NotFound
  ) -> PreviewScene<ViewState> {
    PreviewScene(name, note: note) { text in
      let missing = missing(text)
      return ViewState(
        status: status, title: missing.title, message: missing.message,
        reasons: reasons.map { text($0) },
        links: missing.links + [.init(label: "Front page", href: SiteRoute.front.href)],
        requestID: "0f3a9c")
    }
  }
}
