import Durable
import Foundation
import ImmutableUI
import Logging
import Postgres
import Storage

/// The database that several instances share.
struct DatabaseSettings {
  var configuration: PostgresConfiguration
  var connections: Int

  /// - Returns: `nil` if there is none.
  /// - Throws: `SettingsError` that names the setting and its valid settings.
  init?(_ settings: CommonSettings, _ reader: SettingsReader) throws {
    let file = settings.databasePasswordFile
    if let file, (try? String(contentsOfFile: file, encoding: .utf8)) == nil {
      throw SettingsError(
        "the password file \(file) cannot be read; check --database-password-file.")
    }
    guard let text = settings.database else { return nil }
    do {
      configuration = try PostgresConfiguration(text, passwordFile: file)
    } catch {
      throw SettingsError("\(error) (--database).")
    }
    connections = settings.databaseConnections
    // Without the password.
    reader.show(configuration.description, for: "database")
  }

  /// Connects to the database once. A server that is away is only reported:
  /// the program waits for it.
  ///
  /// - Throws: `SettingsError` if the database refuses the connection.
  func checkConnection(logger: Logger) async throws {
    do {
      try await PostgresConnection.connect(to: configuration).close()
    } catch let error where error.isOutage {
      logger.warning("the database is away", metadata: ["error": .error(error)])
    } catch {
      throw SettingsError(unusableDatabase: error)
    }
  }
}

extension DurableStorage {
  /// The logs of a program, without connecting: in the database that several instances share, or
  /// in files.
  convenience init(
    of program: String, in shared: DatabaseSettings?, orFilesIn folder: URL, logger: Logger
  ) {
    let onProblem: @Sendable (any Error) -> Void = { error in
      logger.error("the database could not be read; retrying", metadata: ["error": .error(error)])
    }
    guard let shared else {
      self.init(files: folder, report: { logger.report($0) }, onProblem: onProblem)
      return
    }
    let database = SharedDatabase(
      shared.configuration, schema: program.identifier, connections: shared.connections)
    self.init(shared: database, onProblem: onProblem)
  }
}

extension Site {
  /// Creates the guides.
  ///
  /// - Throws: `SettingsError` if the data are to be shared and a guide cannot.
  func guides(_ context: GuideContext, _ options: Options) throws -> [any Guide] {
    let guides = try makeGuides(context, options)
    if context.storage.isShared, let guide = guides.first(where: { !$0.isShareable }) {
      throw SettingsError(
        "the guide “\(guide.name)” cannot share its data yet; start without --database.")
    }
    return guides
  }
}

extension SettingsError {
  /// Describes why the database cannot be used, and the next step. Other errors
  /// are described by themselves.
  init(unusableDatabase error: any Error) {
    let known: PostgresError? =
      if case DurableError.unavailable(_, let error) = error { error } else {
        error as? PostgresError
      }
    switch (known, error) {
    case (let known?, _):
      let isServer = if case .server = known { true } else { false }
      let advice = known.advice.map { "; \($0)" } ?? ""
      self.init("\(isServer ? "the database cannot be used: " : "")\(known)\(advice) (--database).")
    case (nil, DurableError.unusable(let message)): self.init("\(message) (--database).")
    case (nil, let error): self.init(error.localizedDescription)
    }
  }
}
