public import ImmutableUI
public import Markup

/// The reason why an editor is shown again, with all that was typed.
public enum EditProblem<Value: Hashable & Sendable, Field: Hashable & Sendable>: Hashable, Sendable
{
  /// Fields are wrong.
  case fields(FieldErrors<Field>)
  /// Someone else saved the record after the form was made.
  case changed(stored: Value)
  /// Someone else deleted the record after the form was made.
  case deleted
  /// The form added a record already, and was filled in again.
  case addedAlready(Value)
  /// It could not be saved.
  case failed(String)
  /// Another change of the record did not end in time.
  case busy

  /// The status of the page that shows the editor.
  public func status<Content: HTML>() -> Page<Content>.Status {
    switch self {
    case .fields: .unprocessableContent
    case .changed, .deleted, .addedAlready: .conflict
    case .failed, .busy: .serviceUnavailable
    }
  }
}
