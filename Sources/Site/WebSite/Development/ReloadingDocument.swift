import Foundation
import ImmutableData
import ImmutableUI
import Logging
import Synchronization

/// The document and the public files, reloaded when their files change. For
/// development.
///
/// While a template is malformed or a build has failed, the last valid files
/// stay in use, and each page shows the error.
final class ReloadingDocument: Sendable {
  private struct Current {
    var document: Document
    var stamps: [String: Stamp]
  }

  /// The modification date and size of a file, to detect changes.
  private struct Stamp: Equatable {
    var modified: Date?
    var size: Int?
  }

  private let source: DocumentSource
  /// The file with the errors of the last build, if there is one.
  private let buildErrors: URL?
  private let logger: Logger
  /// The files as of startup: some maps refer to them.
  private let first: Assets
  /// The number of changes, on which each page depends.
  private let changes = RevisionCounter()
  private let current: Mutex<Current>

  /// - Parameters:
  ///   - document: the document as of startup.
  ///   - source: the source of the document.
  ///   - buildErrors: the file with the errors of the last build.
  ///   - logger: logs reloads and errors.
  init(_ document: Document, _ source: DocumentSource, buildErrors: URL? = nil, logger: Logger) {
    self.source = source
    self.buildErrors = buildErrors
    self.logger = logger
    first = document.assets
    current = Mutex(Current(document: document, stamps: [:]))
    current.withLock { current in
      current.stamps = stamps
      current.document.fileDependencies = dependencies
    }
  }

  /// The last valid document.
  var document: Document { current.withLock { $0.document } }

  /// Reloads the files if they have changed.
  ///
  /// - Returns: true if pages have to be rendered again.
  func refresh() -> Bool {
    current.withLock { current in
      let stamps = stamps
      guard stamps != current.stamps else { return false }
      current.stamps = stamps
      do {
        current.document = try source.document(keeping: first)
        current.document.problem = buildProblem
        logger.notice("reloaded the templates and the public files")
      } catch {
        current.document.problem = error.localizedDescription
        logger.error(
          "reload failed; the previous templates stay in use",
          metadata: ["error": "\(error.localizedDescription)"])
      }
      changes.advance()
      current.document.fileDependencies = dependencies
      return true
    }
  }

  /// The dependencies of pages on the current files.
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
      stamps[file.path] = Stamp(modified: values?.contentModificationDate, size: values?.fileSize)
    }
    return stamps
  }
}

extension Responder {
  /// Polls the files for changes, so that open pages are updated. Returns
  /// immediately unless in development.
  func followFiles() async {
    while handlers.errors.renderer.tools.reloading != nil, !Task.isCancelled {
      refreshDocument()
      try? await Task.sleep(for: .milliseconds(300))
    }
  }

  /// Updates open pages if their files have changed.
  func refreshDocument() {
    guard let reloading = handlers.errors.renderer.tools.reloading, reloading.refresh() else {
      return
    }
    Task { [live = handlers.streams.live] in await live.updateAll() }
  }
}
