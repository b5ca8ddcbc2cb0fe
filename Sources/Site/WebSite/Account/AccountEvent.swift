import Markup

/// The forms of the pages for signing in and of one's own account.
enum AccountEvent: String, CaseIterable, Sendable {
  case signIn = "sign-in"
  case signOut = "sign-out"
  case signOutElsewhere = "sign-out-elsewhere"
  case changePassword = "password"
  case acceptInvitation = "invitation"

  /// Returns the address that the form is posted to.
  ///
  /// - Parameter page: the page to return to.
  func href(page: String = "/") -> Href { SiteRoute.accountEvent(self, page: page).href }
}

/// The outcome of a form of the account's page.
enum AccountNotice: String, Sendable {
  case passwordChanged = "password-changed"
  case passwordChosen = "password-chosen"
  case signedOutElsewhere = "signed-out-elsewhere"

  var text: String {
    switch self {
    case .passwordChanged: "Your password was changed. You stay signed in here, and only here."
    case .passwordChosen: "Your password was set. You are signed in."
    case .signedOutElsewhere: "You were signed out everywhere else."
    }
  }
}
