import ImmutableUI
import Look
package import Markup

/// The part of every page's head that says who is signed in, or leads to the sign-in page.
package struct AccountLinks: Component {
  let viewer: Viewer
  /// The page to return to.
  let page: Href

  package var body: some HTML {
    if let visitor = viewer.visitor {
      div {
        span {
          "Signed in as "
          if visitor.signIn == .session {
            a { bdi { visitor.name } }.href(SiteRoute.account().href)
          } else {
            bdi { visitor.name }
          }
        }
        if visitor.signIn == .session {
          form { button { "Sign out" } }.post(to: AccountEvent.signOut.href(page: page.text))
        }
      }
      .class("who")
    } else if viewer.audience == .readers {
      div { a { "Sign in" }.href(SiteRoute.signIn(page: page.text).href) }.class("who")
    }
  }
}
