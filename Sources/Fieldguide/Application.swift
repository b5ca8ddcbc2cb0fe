import AnimalsData
import AnimalsUI
import Foundation
import ImmutableData
import ImmutableUI
import Logging
import ServiceLifecycle
import WebServer

/// The composition root: makes everything, gives each part what it needs,
/// and serves until it is told to stop.
struct Application: Service {
  private let server: WebServer
  private let animals: Animals
  private let host: String
  private let logger: Logger

  /// The animals, from the file to the page.
  private struct Animals {
    let store: Store<AnimalsState, AnimalsAction>
    let localStore: LocalStore<UUID>
    let listener: Listener<LocalStore<UUID>>
  }

  /// Opens everything, and listens.
  ///
  /// - Throws: an error whose description is one sentence.
  init(settings: Settings, logger: Logger) throws {
    let document = try Document(folder: settings.templates, assets: Assets(folder: settings.assets))
    let animals = try Self.openAnimals(in: settings.data, logger: logger)
    let site = Site(
      document: document,
      animals: AnimalsRoot(
        store: animals.store, makeID: { UUID().uuidString },
        observer: Self.observer(logger: logger)),
      logger: logger)

    var configuration = Configuration(host: settings.host, port: settings.port, logger: logger)
    configuration.commonFields = SecurityFields.common
    configuration.refusalResponse = site.response(to:)
    self.server = try WebServer(configuration, handler: site.reply(to:))
    self.animals = animals
    self.host = settings.host
    self.logger = logger
  }

  private static func openAnimals(in folder: URL, logger: Logger) throws -> Animals {
    let file = folder.appendingPathComponent("animals.sqlite")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw SettingsError("the data folder \(folder.path) cannot be made.")
    }
    do {
      let localStore = try LocalStore<UUID>(url: file)
      let store = Store(
        initialState: AnimalsState(), reducer: AnimalsReducer.reduce(state:action:))
      let listener = Listener(store: localStore) { error in
        logger.error("an operation on animals failed", metadata: ["error": "\(error)"])
      }
      listener.listen(to: store)
      return Animals(store: store, localStore: localStore, listener: listener)
    } catch {
      throw SettingsError(
        "the animals cannot be kept in \(file.path): \(error.localizedDescription)")
    }
  }

  /// Logs each evaluation of a selector, where that is asked for.
  private static func observer(logger: Logger) -> (@Sendable (SelectorEvent) -> Void)? {
    guard logger.logLevel <= .debug else { return nil }
    return { event in
      logger.debug(
        "selector", metadata: ["stage": "\(event.stage.rawValue)", "label": "\(event.label)"])
    }
  }

  func run() async throws {
    let host = host.contains(":") ? "[\(host)]" : host
    FileHandle.standardOutput.write(
      Data("Fieldguide is ready: http://\(host):\(server.port)\n".utf8))
    // Asked for before the first visitor comes, who then need not wait.
    try animals.store.dispatch(action: .ui(.categoryList(.onAppear)))
    try animals.store.dispatch(action: .ui(.animalList(.onAppear)))

    try await gracefulShutdown()
    logger.info("stopping")
    await server.stop()
    await animals.listener.stop()?.value
    try await animals.localStore.close()
  }
}
