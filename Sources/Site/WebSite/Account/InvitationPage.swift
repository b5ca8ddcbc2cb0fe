import HTTPTypes
import ImmutableUI
import Look
import Markup

/// The page on which an editor who was invited chooses a password.
struct InvitationPage: Presenter {
  struct ViewState: Hashable, Sendable {
    /// The name of the editor.
    var name: String
    /// The token of the link.
    var token: String
    /// The reason why the form is shown again.
    var problem: Password.Problem?
  }

  let state: ViewState

  var body: some HTML {
    div {
      form {
        div {
          h1 { "Choose your password" }
          p { Phrase("You are invited to make changes. You sign in as ", name: state.name, ".") }
            .class("why")
        }
        HiddenField("token", state.token)
        // So that password managers know whose password it is.
        input().type(.hidden).name("name").value(state.name).autocomplete("username")
        Field(
          "New password", id: "new", error: state.problem?.message,
          hint: "At least \(Password.minLength) characters; several words are fine."
        ) {
          input().id("new").name("new").type(.password).autocomplete("new-password").autofocus()
            .aria(.invalid, $0.invalid).aria(.describedby, $0.description)
        }
        button { "Set the password and sign in" }.class("button primary")
      }
      .post(to: AccountEvent.acceptInvitation.href()).novalidate().class("panel")
      p { "The link works once. From then on you sign in with your name and this password." }
        .class("hint")
    }
    .class("gate")
  }
}

extension SiteError {
  /// An invitation has expired, was accepted or replaced, or never existed.
  static let invitationEnded = SiteError(
    status: .gone, title: "This invitation is no longer valid",
    message: "An invitation works once, and for one day. If you have chosen a password, sign in "
      + "with it; else ask whoever runs this site for another invitation.",
    links: [.init(label: "Sign in", href: SiteRoute.signIn().href)], fields: invitationFields)

  /// The fields of the pages whose address has a token: it is neither stored nor sent to others.
  static var invitationFields: HTTPFields {
    var fields: HTTPFields = [.cacheControl: "no-store"]
    if let policy = HTTPField.Name("Referrer-Policy") { fields[policy] = "strict-origin" }
    return fields
  }
}
