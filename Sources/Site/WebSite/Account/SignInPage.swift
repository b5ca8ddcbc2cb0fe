import HTTPTypes
import ImmutableUI
import Look
import Markup

/// A form that was sent by a visitor who had not signed in, or no longer. It is kept until the
/// visitor has signed in.
struct PendingForm: Hashable, Sendable {
  /// The address that the form was posted to.
  let action: Href
  /// The encoded fields.
  let content: String

  /// The fields of the form.
  var fields: [HiddenField] {
    let values = try? NamedValues(parsing: Array(content.utf8), limit: 10_000)
    return (values?.pairs ?? []).map { HiddenField($0.name, $0.value) }
  }
}

/// The page for signing in with a name and a password.
struct SignInPage: Presenter {
  /// The reason why the form is shown again.
  enum Problem: Hashable, Sendable {
    case missing(name: Bool, password: Bool)
    case failed(SignInFailure)
  }

  struct ViewState: Hashable, Sendable {
    /// The page to return to.
    var page: Href
    /// The name that was typed.
    var name = ""
    var problem: Problem?
    var pending: PendingForm?
    /// The lifetime of a session.
    var days: Int
  }

  let state: ViewState

  var body: some HTML {
    div {
      form {
        div {
          h1 { "Sign in to make changes" }
          p {
            state.pending == nil
              ? "You come back to the page you were on. Reading needs no sign-in."
              : "Your change was not saved, because you are not signed in, or no longer. It is "
                + "kept: you can send it after signing in."
          }
          .class("why")
        }
        if let problem = state.problem {
          div {
            switch problem {
            case .missing: h2 { "Something is missing" }
            case .failed(let failure):
              h2 { failure.title }
              p { failure.message }
            }
          }
          .class("errors").role("alert").id("errors").tabindex(-1).autofocus()
        }
        if let pending = state.pending {
          HiddenField("action", pending.action.text)
          HiddenField("content", pending.content)
        }
        Field("Name", id: "name", error: nameError) {
          input().id("name").name("name").value(state.name).autocomplete("username")
            .autocapitalize("none").spellcheck(false).autofocus(state.problem == nil)
            .aria(.invalid, $0.invalid).aria(.describedby, $0.description)
        }
        Field("Password", id: "password", error: passwordError) {
          input().id("password").name("password").type(.password)
            .autocomplete("current-password").aria(.invalid, $0.invalid)
            .aria(.describedby, $0.description)
        }
        button { "Sign in" }.class("button primary")
      }
      .post(to: AccountEvent.signIn.href(page: state.page.text)).novalidate().class("panel")
      p {
        "A cookie keeps you signed in until you sign out, for "
          + "\(counted(state.days, "day", "days")) at most. "
          + "Ask the owner of this site for a password."
      }
      .class("hint")
      a { state.pending == nil ? "Back, without signing in" : "Discard the change" }.class("back")
        .href(state.page)
    }
    .class("gate")
  }

  private var nameError: String? {
    if case .missing(name: true, _) = state.problem { "Enter your name." } else { nil }
  }

  private var passwordError: String? {
    switch state.problem {
    case .missing(_, password: true): "Enter your password."
    case .failed(.wrong): "Enter the password again."
    default: nil
    }
  }
}

/// The page after signing in with a form that is kept: it sends the form again.
struct PendingFormPage: Presenter {
  struct ViewState: Hashable, Sendable {
    let name: String
    let form: PendingForm
    /// The page to return to without the change.
    let page: Href
  }

  let state: ViewState

  var body: some HTML {
    div {
      form {
        div {
          h1 { "You are signed in" }
          p { Phrase("Signed in as ", name: state.name, ". Your change is not saved yet.") }
            .class("why")
        }
        ForEach(state.form.fields) { $0 }
        button { "Save the change" }.class("button primary").autofocus()
      }
      .post(to: state.form.action).class("panel")
      a { "Discard the change" }.class("back").href(state.page)
    }
    .class("gate")
  }
}
