import ImmutableUI
public import Markup

/// The outcome of a form submission, with a link that dismisses it.
///
/// ```swift
/// import Markup
///
/// let notice = Notice(Phrase("“", name: "Newt", "” was saved."), dismiss: Href(path: ["animals"]))
/// print(notice.renderedString())
/// ```
public struct Notice: Component {
  private let message: Phrase
  private let dismiss: Href
  private let undo: Undo?

  /// The form that undoes what the notice reports.
  public struct Undo: Hashable, Sendable {
    let action: Href
    let fields: [HiddenField]

    /// - Parameters:
    ///   - action: the URL to which the form is posted.
    ///   - fields: the hidden fields of the form.
    public init(_ action: Href, fields: [HiddenField] = []) {
      self.action = action
      self.fields = fields
    }
  }

  /// - Parameters:
  ///   - message: the outcome, as a sentence.
  ///   - dismiss: the page without the notice.
  ///   - undo: the form that undoes the outcome; `nil` if that is impossible.
  public init(_ message: Phrase, dismiss: Href, undo: Undo? = nil) {
    self.message = message
    self.dismiss = dismiss
    self.undo = undo
  }

  public var body: some HTML {
    div {
      span { message }
      if let undo {
        ForWriters {
          form {
            ForEach(undo.fields) { $0 }
            button { "Undo" }.class("button")
          }
          .post(to: undo.action)
        }
      }
      a { "Dismiss" }.href(dismiss)
    }
    .class("notice").role("status")
  }
}

/// An operation that failed, with an optional button that retries it.
///
/// ```swift
/// import Markup
///
/// let notice = FailedNotice(
///   "The animals could not be loaded.", retry: Href(path: ["animals", "retry"]))
/// print(notice.renderedString())
/// ```
public struct FailedNotice: Component {
  private let message: String
  private let retry: Href?
  private let fields: [HiddenField]

  /// - Parameters:
  ///   - message: the failure and its reason.
  ///   - retry: the URL to which a retry is posted; `nil` for none.
  ///   - fields: the hidden fields of the retry.
  public init(_ message: String, retry: Href? = nil, fields: [HiddenField] = []) {
    self.message = message
    self.retry = retry
    self.fields = fields
  }

  public var body: some HTML {
    div {
      span { message }
      if let retry {
        ForWriters {
          form {
            ForEach(fields) { $0 }
            button { "Try again" }.class("button")
          }
          .post(to: retry)
        }
      }
    }
    .class("notice failed").role("alert")
  }
}

/// An operation in progress.
///
/// ```swift
/// import Markup
///
/// print(WaitingNotice("Loading animals").renderedString())
/// ```
public struct WaitingNotice: Component {
  private let message: String

  /// Creates a notice with a message.
  public init(_ message: String) {
    self.message = message
  }

  public var body: some HTML {
    p { message }.class("waiting").role("status")
  }
}
