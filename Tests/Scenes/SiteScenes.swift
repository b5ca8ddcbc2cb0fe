#if DEBUG
import Foundation
import ImmutableUI
import Look
import Markup

@testable import PhotosUI
@testable import WebSite

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
          malformed(Href(path: ["photos"], query: [("dialog", text("loud"))]))
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

  /// Returns the error of a malformed address of a guide.
  private static func malformed(_ href: Href) -> SiteError {
    do throws(MalformedRequest) {
      _ = try PhotosRoute(parsing: Target(parsing: href.text))
      return .notFound(.page)
    } catch {
      return .malformed(error)
    }
  }
}

extension SearchPage {
  static var previews: [Preview] {
    [
      preview("search-found", "Results of two guides") { text in
        SearchPage(
          text: text("sea"), problem: nil,
          groups: [
            Group(guide: plants, hits: hits(of: text("sea"), 37)),
            Group(guide: places, hits: hits(of: text("sea"), 2)),
            Group(
              guide: GuideSummary(named: "books", icon: .picture),
              hits: SearchHits([], count: 0, "book", "books", at: nil)),
          ],
          guides: [plants, places])
      },
      preview("search-nothing", "Nothing was found") { text in
        SearchPage(
          text: text("zzz"), problem: nil,
          groups: [
            Group(guide: plants, hits: SearchHits([], count: 0, "plant", "plants", at: nil))
          ],
          guides: [plants, places])
      },
      preview("search-empty", "Nothing was typed") { _ in
        SearchPage(text: "", problem: nil, groups: [], guides: [plants, places])
      },
      preview("search-too-long", "The text is too long") { text in
        SearchPage(
          text: text("a very long text"), problem: QueryText.tooLongMessage(for: "Search"),
          groups: [], guides: [plants, places])
      },
    ]
  }

  private static let plants = GuideSummary(named: "plants", icon: .leaf)
  private static let places = GuideSummary(named: "places", icon: .pulse)

  private static func hits(of text: String, _ count: Int) -> SearchHits {
    let query = SearchQuery(text)
    let list = Href(path: ["plants"], query: [("search", text)])
    let hits = (1...min(count, SearchHits.limit)).map { number in
      SearchHit(
        query.marked("\(text) \(number)"), note: "By the \(text)", end: "\(number) May 2024",
        href: list)
    }
    return SearchHits(hits, count: count, "plant", "plants", at: list)
  }

  private static func preview(
    _ name: String, _ note: String, _ page: @escaping @Sendable (PreviewText) -> SearchPage
  ) -> Preview {
    Preview(name, ofPage: "SearchPage", title: "Search", note: note) { page($0) }
  }
}

extension GuideSummary {
  /// A guide of a preview.
  fileprivate init(named name: String, icon: Icon.Shape) {
    self.init(
      name: name, title: name.prefix(1).uppercased() + name.dropFirst(), icon: icon, hue: 150,
      href: Href(path: [name]), names: [name])
  }
}

extension AccountPage {
  static var previews: [Preview] {
    Preview.all(
      of: Self.self,
      in: [
        scene("single", "Signed in here only") { text in
          ViewState(name: text("anna"), roles: [], others: 0, lastDay: "26 Dec 2026")
        },
        scene("several", "With roles, and signed in elsewhere") { text in
          ViewState(
            name: text("anna"), roles: ["board", "librarian"], others: 2, lastDay: "26 Dec 2026",
            notice: .passwordChanged)
        },
        scene("short", "A new password that is too short") { text in
          ViewState(
            name: text("anna"), roles: [], others: 0, lastDay: "26 Dec 2026",
            problem: .password(.short))
        },
        scene("wait", "After several wrong passwords") { text in
          ViewState(
            name: text("anna"), roles: [], others: 0, lastDay: "26 Dec 2026",
            problem: .failed(.wait(8)))
        },
      ],
      title: { _ in "Your account" })
  }

  private static func scene(
    _ name: String, _ note: String, state: @escaping @Sendable (PreviewText) -> ViewState
  ) -> PreviewScene<ViewState> {
    PreviewScene("account-\(name)", note: note, state: state)
  }
}

extension SignInPage {
  static var previews: [Preview] {
    Preview.all(
      of: Self.self,
      in: [
        scene("empty", "The page that a link leads to") { _ in
          ViewState(page: animals, days: 30)
        },
        scene("wrong", "A wrong name or password") { text in
          ViewState(page: animals, name: text("anna"), problem: .failed(.wrong), days: 30)
        },
        scene("missing", "Nothing was typed") { _ in
          ViewState(
            page: SiteRoute.front.href, problem: .missing(name: true, password: true), days: 30)
        },
        scene("wait", "After several wrong passwords") { text in
          ViewState(
            page: SiteRoute.front.href, name: text("anna"), problem: .failed(.wait(8)), days: 30)
        },
        scene("pending", "A form that was sent after the session had ended") { text in
          ViewState(
            page: animals, pending: PendingForm(action: animals, content: "name=Newt"), days: 30)
        },
      ],
      title: { _ in "Sign in" })
  }

  private static let animals = Href(path: ["animals"])

  private static func scene(
    _ name: String, _ note: String, state: @escaping @Sendable (PreviewText) -> ViewState
  ) -> PreviewScene<ViewState> {
    PreviewScene("sign-in-\(name)", note: note, state: state)
  }
}

extension InvitationPage {
  static var previews: [Preview] {
    Preview.all(
      of: Self.self,
      in: [
        PreviewScene("invitation", note: "The page that an invitation leads to") { text in
          ViewState(name: text("anna"), token: "")
        },
        PreviewScene("invitation-common", note: "A password that is often used") { text in
          ViewState(name: text("anna"), token: "", problem: .common)
        },
      ],
      title: { _ in "Choose your password" })
  }
}

extension PendingFormPage {
  static var previews: [Preview] {
    Preview.all(
      of: Self.self,
      in: [
        PreviewScene("sign-in-change", note: "A change that was kept during the sign-in") { text in
          ViewState(
            name: text("anna"),
            form: PendingForm(action: Href(path: ["animals"]), content: "name=Newt"),
            page: Href(path: ["animals"]))
        }
      ],
      title: { _ in "Signed in" })
  }
}

extension OutageNotice {
  static var previews: [Preview] {
    [
      Preview("away", of: Self.self, note: "The shared database is away") { _ in
        Date(timeIntervalSince1970: 1_714_806_408)
      }
    ]
  }
}

extension SampleNotice {
  static var previews: [Preview] {
    let month = SampleMention.Label(
      guide: "Earthquakes", text: "Sample of July 2025, moved to today")
    let list = SampleMention.Label(guide: "Dogs", text: "Sample of 40 breeds")
    return [
      Preview("shown", of: Self.self, note: "The guide has no data of its own") { _ in
        ViewState(mention: .init(shown: [month], hasFailed: true), page: "/quakes")
      },
      Preview("front", of: Self.self, note: "The front page with two samples") { _ in
        ViewState(mention: .init(shown: [month, list], hasFailed: false), page: "/")
      },
      Preview("offered", of: Self.self, note: "The service failed, and nothing is stored") { _ in
        ViewState(mention: .init(shown: [], hasFailed: true), page: "/quakes")
      },
    ]
  }
}
#endif
