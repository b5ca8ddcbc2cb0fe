import Foundation
import ImmutableData
import ImmutableUI
import Logging
import Synchronization

/// The document and the public files, read again when something in their
/// folders changes, for developers.
///
/// While a template is broken, or a build has failed, the last good ones stay,
/// and each page shows what is wrong.
final class ReloadingDocument: Sendable {
  private struct Current {
    var document: Document
    var stamps: [String: Stamp]
  }

  /// The stamp that tells a file from an earlier one of its name.
  private struct Stamp: Equatable {
    var modified: Date?
    var size: Int?
  }

  private let source: DocumentSource
  /// The file with the errors of the last build, if there is one.
  private let buildErrors: URL?
  private let logger: Logger
  /// The files that the program started with: maps name some of them.
  private let first: Assets
  /// The number of changes. Each page depends on it.
  private let changes = RevisionCounter()
  private let current: Mutex<Current>

  /// - Parameters:
  ///   - document: the document that was read at start.
  ///   - source: where it is read from.
  ///   - buildErrors: the file with the errors of the last build.
  ///   - logger: logs what was read, and what is wrong with it.
  init(
    _ document: Document, _ source: DocumentSource, buildErrors: URL? = nil, logger: Logger
  ) {
    self.source = source
    self.buildErrors = buildErrors
    self.logger = logger
    first = document.assets
    current = Mutex(Current(document: document, stamps: [:]))
    current.withLock { current in
      current.stamps = stamps
      current.document.dependencies = dependencies
    }
  }

  /// The document that was read last.
  var document: Document { current.withLock { $0.document } }

  /// Looks at the files.
  ///
  /// - Returns: whether pages look different now.
  func refresh() -> Bool {
    current.withLock { current in
      let stamps = stamps
      guard stamps != current.stamps else { return false }
      current.stamps = stamps
      do {
        current.document = try source.document(keeping: first)
        current.document.problem = buildProblem
        logger.notice("read the templates and the files of browsers anew")
      } catch {
        current.document.problem = error.localizedDescription
        logger.error(
          "the last templates stay", metadata: ["error": "\(error.localizedDescription)"])
      }
      changes.advance()
      current.document.dependencies = dependencies
      return true
    }
  }

  /// That nothing has changed since now.
  private var dependencies: [PageDependencies] {
    let now = changes.value
    return [
      PageDependencies(counter: changes, revision: now) { [changes] in
        changes.value == now ? now : nil
      }
    ]
  }

  /// The errors of the last build; `nil` if it succeeded.
  private var buildProblem: String? {
    guard let buildErrors, let text = try? String(contentsOf: buildErrors, encoding: .utf8),
      !text.isEmpty
    else { return nil }
    return text
  }

  /// The stamps of all files.
  private var stamps: [String: Stamp] {
    let files = source.files.folders.flatMap { folder in
      (try? FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: [.contentModificationDateKey, .fileSizeKey])) ?? []
    }
    var stamps: [String: Stamp] = [:]
    for file in files + [buildErrors].compactMap({ $0 }) {
      let values = try? file.resourceValues(forKeys: [.contentModificationDateKey, .fileSizeKey])
      stamps[file.path] = Stamp(
        modified: values?.contentModificationDate, size: values?.fileSize)
    }
    return stamps
  }
}

extension Responder {
  /// Looks at the files again and again, so that open pages follow them too.
  /// Returns at once where nobody works on them.
  func followFiles() async {
    while handlers.errors.renderer.tools.reloading != nil, !Task.isCancelled {
      refreshDocument()
      try? await Task.sleep(for: .milliseconds(300))
    }
  }

  /// Has open pages loaded anew where their files have changed.
  func refreshDocument() {
    guard let reloading = handlers.errors.renderer.tools.reloading, reloading.refresh() else {
      return
    }
    Task { [live = handlers.streams.live] in await live.updateAll() }
  }
}
