import ImmutableUI
public import Markup

/// The outcome of a form submission. With a script it is the state at the foot of the window,
/// without one the first line of the page.
///
/// ```swift
/// import Markup
///
/// let notice = Notice(Phrase("Saved ", name: "Newt"))
/// print(notice.renderedString())
/// ```
public struct Notice: Component {
  private let message: Phrase
  private let undo: Undo?

  /// The form that undoes what the notice reports.
  public struct Undo: Hashable, Sendable {
    let action: Href
    let fields: [HiddenField]
    let label: String

    /// - Parameters:
    ///   - action: the URL to which the form is posted.
    ///   - fields: the hidden fields of the form.
    ///   - label: the text of the button.
    public init(_ action: Href, fields: [HiddenField] = [], label: String = "Undo") {
      self.action = action
      self.fields = fields
      self.label = label
    }
  }

  /// - Parameters:
  ///   - message: the outcome, as a sentence.
  ///   - undo: the form that undoes the outcome; `nil` if that is impossible.
  public init(_ message: Phrase, undo: Undo? = nil) {
    self.message = message
    self.undo = undo
  }

  public var body: some HTML {
    div {
      span { message }
      if let undo {
        ForWriters {
          form {
            ForEach(undo.fields) { $0 }
            button { undo.label }
          }
          .post(to: undo.action)
        }
      }
    }
    .class("notice good").role("status")
  }
}

/// An operation that failed, with an optional button or link to the next step.
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
  private let step: Step?

  private enum Step {
    case post(String, Href, [HiddenField])
    case link(String, Href)
  }

  /// - Parameters:
  ///   - message: the failure and its reason.
  ///   - retry: the URL to which a retry is posted; `nil` for none.
  ///   - fields: the hidden fields of the retry.
  ///   - label: the label of the button.
  public init(
    _ message: String, retry: Href? = nil, fields: [HiddenField] = [], label: String = "Try again"
  ) {
    self.message = message
    step = retry.map { .post(label, $0, fields) }
  }

  /// Creates a notice with a link.
  ///
  /// - Parameters:
  ///   - message: the failure and its reason.
  ///   - label: the label of the link.
  ///   - href: the page with the next step.
  public init(_ message: String, label: String, href: Href) {
    self.message = message
    step = .link(label, href)
  }

  public var body: some HTML {
    div {
      Icon(.warning)
      span { message }
      if let step {
        ForWriters {
          switch step {
          case .post(let label, let action, let fields):
            form {
              ForEach(fields) { $0 }
              button { label }.class("button")
            }
            .post(to: action)
          case .link(let label, let href): a { label }.href(href)
          }
        }
      }
    }
    .class("notice failed").role("alert")
  }
}

/// An operation in progress, with the part that is done if it is known.
///
/// ```swift
/// import Markup
///
/// print(WaitingNotice("Loading animals").renderedString())
/// ```
public struct WaitingNotice: Component {
  private let message: String
  private let done: DoneAmount?

  /// - Parameters:
  ///   - message: the operation.
  ///   - done: the part that is done; `nil` if it is not known.
  public init(_ message: String, done: DoneAmount? = nil) {
    self.message = message
    self.done = done
  }

  public var body: some HTML {
    p {
      // The amount is outside: a screen reader would announce each of its changes.
      span { message }.role("status")
      if let done {
        if let share = done.share {
          progress().value(share).max(1).aria(.label, message)
        }
        done.text
      }
    }
    .class("notice waiting")
  }
}

/// The part of an operation that is done, in numbers.
///
/// ```swift
/// print(DoneAmount(bytes: 3_210_000, of: 8_000_000).text)  // 3.2 of 8.0 MB
/// print(DoneAmount(1_200, of: 5_000, "rows").text)  // 1,200 of 5,000 rows
/// ```
public struct DoneAmount: Hashable, Sendable {
  /// The numbers with their unit.
  public let text: String
  /// The share from 0 to 1; `nil` if the whole is not known.
  public let share: Double?

  /// - Parameters:
  ///   - count: the number of things that are done.
  ///   - total: the number of all things.
  ///   - unit: the plural of their name.
  public init(_ count: Int, of total: Int, _ unit: String) {
    text = "\(grouped(count)) of \(grouped(total)) \(unit)"
    share = Self.share(count, total)
  }

  /// - Parameters:
  ///   - bytes: the number of bytes that are done.
  ///   - total: the number of all bytes; `nil` if it is not known.
  public init(bytes: Int, of total: Int?) {
    func megabytes(_ bytes: Int) -> String {
      let tenths = (bytes + 50_000) / 100_000
      return "\(grouped(tenths / 10)).\(tenths % 10)"
    }
    text = ([megabytes(bytes)] + (total.map { ["of", megabytes($0)] } ?? []) + ["MB"])
      .joined(separator: " ")
    share = total.flatMap { Self.share(bytes, $0) }
  }

  private static func share(_ done: Int, _ total: Int) -> Double? {
    total > 0 ? min(1, max(0, Double(done) / Double(total))) : nil
  }
}
