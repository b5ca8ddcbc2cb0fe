import Markup

/// The forms of the pages for signing in and of one's own account.
enum AccountEvent: String, CaseIterable, Sendable {
  case signIn = "sign-in"
  case signOut = "sign-out"
  case signOutElsewhere = "sign-out-elsewhere"
  case changePassword = "password"

  /// Returns the address that the form is posted to.
  ///
  /// - Parameter page: the page to return to.
  func href(page: String = "/") -> Href { SiteRoute.accountEvent(self, page: page).href }
}

/// The outcome of a form of the account's page.
enum AccountNotice: String, Sendable {
  case passwordChanged = "password-changed"
  case signedOutElsewhere = "signed-out-elsewhere"

  var text: String {
    switch self {
    case .passwordChanged: "Your password was changed. You stay signed in here, and only here."
    case .signedOutElsewhere: "You were signed out everywhere else."
    }
  }
}
