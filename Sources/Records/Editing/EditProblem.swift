public import ImmutableUI

/// The reason why an editor is redisplayed with its draft.
///
/// ```swift
/// let problem = EditProblem<String, String>.changed(stored: "Newt")
/// if case .changed(let stored) = problem { print("Their version: \(stored)") }
/// ```
public enum EditProblem<Value: Hashable & Sendable, Field: Hashable & Sendable>: Hashable, Sendable
{
  /// Fields are invalid.
  case fields(FieldErrors<Field>)
  /// Someone else saved the record after the form was created.
  case changed(stored: Value)
  /// Someone else deleted the record after the form was created.
  case deleted
  /// The form has already added a record, and was submitted again with other
  /// content.
  case addedAlready(Value)
  /// Another record has the same name, which may be a mistake. The form asks again.
  case similar(Value)
  /// The reducer has refused the change; the associated value is the message.
  case rejected(String)
  /// The change is not this visitor's to make; the associated value is the message.
  case forbidden(String)
  /// Saving failed; the associated value is the message.
  case failed(String)
  /// Another operation on the record was in progress.
  case busy

  /// Returns the HTTP status of the page that shows the editor.
  public func status() -> PageStatus {
    switch self {
    case .fields, .rejected: .unprocessableContent
    case .forbidden: .forbidden
    case .changed, .deleted, .addedAlready, .similar: .conflict
    case .failed, .busy: .serviceUnavailable
    }
  }
}
