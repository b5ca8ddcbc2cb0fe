import ImmutableUI
public import Markup

/// How a post ended, with a way to be done with it.
public struct Notice: Component {
  private let message: Phrase
  private let dismiss: Href

  public init(_ message: Phrase, dismiss: Href) {
    self.message = message
    self.dismiss = dismiss
  }

  public var body: some HTML {
    p {
      span { message }
      a { "Dismiss" }.href(dismiss)
    }
    .class("notice").role("status")
  }
}

/// Something that could not be done, with a way to try again where there is
/// one.
public struct FailedNotice: Component {
  private let message: String
  private let retry: Href?
  private let fields: [HiddenField]

  /// - Parameters:
  ///   - message: what could not be done, and why.
  ///   - retry: where trying again is posted.
  ///   - fields: what is to be tried again.
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

/// Something that is under way.
public struct WaitingNotice: Component {
  private let message: String

  public init(_ message: String) {
    self.message = message
  }

  public var body: some HTML {
    p { message }.class("waiting").role("status")
  }
}
