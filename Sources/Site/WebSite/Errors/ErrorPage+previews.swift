import ImmutableUI
import Markup

extension ErrorPage {
  /// The error page with the errors that the program responds with.
  static var previews: [Preview] {
    Preview.all(
      of: Self.self,
      in: [
        scene("nothing-there", "An address without a page") { _ in .notFound(.page) },
        scene("search", "An address whose words can be searched for") { text in
          var error = SiteError.notFound(.page)
          error.search = text("red kangaroo")
          error.guides = ["Animals", "Quakes"].map {
            .init(label: text($0), href: Href(path: [$0]))
          }
          return error
        },
        scene("near", "An address that differs from that of a guide by a typo") { text in
          .notFound(
            .page(near: text("Quakes"), at: Href(path: ["quakes"])))
        },
        scene("sign-in", "A change by a visitor who has not signed in") { _ in .signInRequired },
        scene("malformed", "An address with an invalid query item") { text in
          malformed(Href(path: ["previews"], query: [("text", text("loud"))]))
        },
        scene("failed", "An unexpected error") { _ in .unexpected },
      ],
      title: \.title)
  }

  private static func scene(
    _ name: String, _ note: String, error: @escaping @Sendable (PreviewText) -> SiteError
  ) -> PreviewScene<ViewState> {
    PreviewScene(name, note: note) { text in ViewState(error(text), requestID: "0f3a9c21") }
  }

  /// Returns the error of a malformed address of the gallery.
  private static func malformed(_ href: Href) -> SiteError {
    do throws(MalformedRequest) {
      _ = try GalleryRoute(parsing: Target(parsing: href.text))
      return .notFound(.page)
    } catch {
      return .malformed(error)
    }
  }
}
