import Foundation
import ImmutableUI
import Look
import Markup

/// The page of one's own account: the password, and the browsers that are signed in.
struct AccountPage: Presenter {
  /// The reason why the form is shown again.
  enum Problem: Hashable, Sendable {
    case missing
    case same
    case password(Password.Problem)
    case failed(SignInFailure)
  }

  struct ViewState: Hashable, Sendable {
    var name: String
    var roles: [String]
    /// The number of other browsers that are signed in.
    var others: Int
    /// The day on which the session expires.
    var lastDay: String
    var notice: AccountNotice?
    var problem: Problem?
  }

  let state: ViewState

  var body: some HTML {
    div {
      if let notice = state.notice {
        Notice(Phrase(notice.text))
      }
      section {
        h1 { "Your account" }
        Facts {
          Fact("Name", state.name)
          if !state.roles.isEmpty { Fact("Roles", state.roles.joined(separator: ", ")) }
          Fact("Signed in", "until \(state.lastDay), or until you sign out")
        }
        form { button { "Sign out" }.class("button") }.post(to: AccountEvent.signOut.href())
      }
      .class("panel")
      form {
        h2 { "Change your password" }
        if let failure { FailedNotice(failure) }
        // So that password managers know whose password changes.
        input().type(.hidden).name("name").value(state.name).autocomplete("username")
        Field("Current password", id: "current", error: currentError) {
          input().id("current").name("current").type(.password).autocomplete("current-password")
            .aria(.invalid, $0.invalid).aria(.describedby, $0.description)
        }
        Field(
          "New password", id: "new", error: newError,
          hint: "At least \(Password.minLength) characters; several words are fine. "
            + "Other browsers are signed out."
        ) {
          input().id("new").name("new").type(.password).autocomplete("new-password")
            .aria(.invalid, $0.invalid).aria(.describedby, $0.description)
        }
        button { "Change the password" }.class("button primary")
      }
      .post(to: AccountEvent.changePassword.href()).novalidate().class("panel")
      section {
        h2 { "Other browsers" }
        if state.others == 0 {
          p { "You are signed in nowhere else." }
        } else {
          p { "You are signed in on \(counted(state.others, "other browser", "other browsers"))." }
          form { button { "Sign out everywhere else" }.class("button") }
            .post(to: AccountEvent.signOutElsewhere.href())
        }
      }
      .class("panel")
    }
    .class("gate")
  }

  private var currentError: String? {
    switch state.problem {
    case .missing: "Enter your current password."
    case .failed(.wrong): "This is not your current password."
    default: nil
    }
  }

  private var newError: String? {
    switch state.problem {
    case .same: "Enter another password than the current one."
    case .password(let problem): problem.message
    default: nil
    }
  }

  private var failure: String? {
    guard case .failed(let failure) = state.problem else { return nil }
    return switch failure {
    case .wrong: nil
    case .wait: "\(failure.title). \(failure.message)"
    case .busy: failure.message
    case .unavailable: "The password could not be saved. Try again in a few seconds."
    }
  }
}
