import Durable
import Foundation
import Postgres
import Testing

/// Messages for visitors.
@Suite struct ErrorTextTests {
  private static let lost = PostgresError.connectionLost(message: "server closed the connection")
  private static func server(_ state: SQLState) -> PostgresError {
    .server(PostgresError.ServerError(state: state, message: "secret detail"))
  }

  private static let rows: [(error: any Error, sentence: String)] = [
    (
      DurableError.diverged,
      "The data were restored in the meantime, so the change was not saved. Try again."
    ),
    (
      DurableError.unavailable(mayHaveBeenSaved: true, lost),
      "The database did not respond, so the change may or may not be saved. Check before you try again."
    ),
    (
      DurableError.unavailable(mayHaveBeenSaved: false, lost),
      "The database cannot be reached, so the change was not saved. Try again in a moment."
    ),
    (
      DurableError.unusable("update this instance"),
      "The database cannot be used at the moment, so the change was not saved."
    ),
    (server(.diskFull), "The disk of the database is full, so the change was not saved."),
    (server(.checkViolation), "The database rejected the change, so the change was not saved."),
    (lost, "The database cannot be reached. Try again in a moment."),
  ]

  @Test(arguments: rows.indices)
  func `Each error has a message without details of the server`(index: Int) {
    #expect(Self.rows[index].error.localizedDescription == Self.rows[index].sentence)
  }
}
