import Foundation
import ImmutableData
import ImmutableUI
import Logging
import Synchronization

/// The document and the files of browsers, read anew when something in their
/// folders changes: for those who work on them.
///
/// While a template is broken the last good ones stay, and each page says
/// what is wrong.
final class ReloadingDocument: Sendable {
  private struct Current {
    var document: Document
    var stamps: [String: Stamp]
  }

  /// What tells a file from an earlier one of its name.
  private struct Stamp: Equatable {
    var modified: Date?
    var size: Int?
  }

  private let source: DocumentSource
  private let logger: Logger
  /// The files that the program started with: maps name some of them.
  private let first: Assets
  /// The number of changes. Each page depends on it.
  private let changes = RevisionCounter()
  private let current: Mutex<Current>

  /// - Parameters:
  ///   - document: the document that was read at start.
  ///   - source: where it is read from.
  ///   - logger: logs what was read, and what is wrong with it.
  init(_ document: Document, _ source: DocumentSource, logger: Logger) {
    self.source = source
    self.logger = logger
    first = document.assets
    current = Mutex(
      Current(document: document, stamps: Self.stamps(in: source.files.folders)))
    current.withLock { $0.document.basis = basis }
  }

  /// What was read last.
  var document: Document { current.withLock { $0.document } }

  /// Looks at the files.
  ///
  /// - Returns: whether pages look different now.
  func refresh() -> Bool {
    current.withLock { current in
      let stamps = Self.stamps(in: source.files.folders)
      guard stamps != current.stamps else { return false }
      current.stamps = stamps
      do {
        current.document = try source.document(keeping: first)
        logger.notice("read the templates and the files of browsers anew")
      } catch {
        current.document.problem = error.localizedDescription
        logger.error(
          "the last templates stay", metadata: ["error": "\(error.localizedDescription)"])
      }
      changes.advance()
      current.document.basis = basis
      return true
    }
  }

  /// That nothing has changed since now.
  private var basis: [PageBasis] {
    let now = changes.value
    return [
      PageBasis(counter: changes, revision: now) { [changes] in changes.value == now ? now : nil }
    ]
  }

  private static func stamps(in folders: [URL]) -> [String: Stamp] {
    var stamps: [String: Stamp] = [:]
    for folder in folders {
      let files = try? FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: [.contentModificationDateKey, .fileSizeKey])
      for file in files ?? [] {
        let values = try? file.resourceValues(forKeys: [.contentModificationDateKey, .fileSizeKey])
        stamps[file.path] = Stamp(
          modified: values?.contentModificationDate, size: values?.fileSize)
      }
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
