package import ImmutableData
import Look
package import Markup

/// The notice of an import that takes long: the part that is done, or why it is not done.
package struct ImportNotice: Component, Hashable, Sendable {
  private enum State: Hashable, Sendable {
    case waiting(OperationPart?)
    case failed(String, choose: Href)
  }

  private let state: State
  private let summary: String
  private let many: String

  /// Creates the notice; `nil` if the import is not in progress and has not failed.
  ///
  /// - Parameters:
  ///   - type: the type of the records.
  ///   - count: the number of changes.
  ///   - status: the status of the operation.
  ///   - part: the part that was performed; `nil` if it is not known.
  ///   - choose: the dialog in which a file is chosen.
  package init?<Entity: Record>(
    of type: Entity.Type, _ count: Int, _ status: Status?, _ part: OperationPart?, choose: Href
  ) {
    let names = Entity.names
    switch status {
    case .waiting: state = .waiting(part)
    case .failure(let error):
      let done =
        part.flatMap { part in
          part.done > 0
            ? "\(grouped(part.done)) of \(counted(part.count, names.one, names.many)) were imported."
            : nil
        } ?? "Nothing was imported."
      state = .failed("\(done) \(error)", choose: choose)
    case .empty, .success, nil: return nil
    }
    summary = counted(count, names.one, names.many)
    many = names.many
  }

  /// True if the import is in progress.
  package var isWaiting: Bool { if case .waiting = state { true } else { false } }

  package var body: some HTML {
    switch state {
    case .waiting(let part):
      WaitingNotice(
        "Importing \(summary)",
        done: part.flatMap { $0.done > 0 ? DoneAmount($0.done, of: $0.count, many) : nil })
    case .failed(let error, let choose):
      FailedNotice(error, label: "Choose the file again", href: choose)
    }
  }
}
