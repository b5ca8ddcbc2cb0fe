package import Foundation
import ImmutableData
import ImmutableUI
package import Logging
import Synchronization

/// The document and the files of browsers, read anew when something in their
/// folders changes: for those who work on them.
///
/// While a template is broken the last good ones stay, and each page says
/// what is wrong.
package final class ReloadingDocument: Sendable {
  private struct Current {
    var document: Document
    var stamps: [String: Stamp]
  }

  /// What tells a file from an earlier one of its name.
  private struct Stamp: Equatable {
    var modified: Date?
    var size: Int?
  }

  private let templates: URL
  private let assets: URL
  private let schemes: [ColourScheme]
  private let logger: Logger
  /// What the program started with: maps name files of it.
  private let first: Assets
  /// How often something has changed. Each page depends on it.
  private let changes = RevisionCounter()
  private let current: Mutex<Current>

  /// - Parameters:
  ///   - document: what was read at start.
  ///   - templates: the folder of the templates.
  ///   - assets: the folder of the files of browsers.
  ///   - schemes: the colour schemes that style sheets are made for as well.
  ///   - logger: is told what was read, and what is wrong with it.
  package init(
    _ document: Document, templates: URL, assets: URL, schemes: [ColourScheme], logger: Logger
  ) {
    self.templates = templates
    self.assets = assets
    self.schemes = schemes
    self.logger = logger
    first = document.assets
    current = Mutex(Current(document: document, stamps: Self.stamps(in: [templates, assets])))
    current.withLock { $0.document.basis = basis }
  }

  /// What was read last.
  var document: Document { current.withLock { $0.document } }

  /// Looks at the files.
  ///
  /// - Returns: whether pages look different now.
  func refresh() -> Bool {
    current.withLock { current in
      let stamps = Self.stamps(in: [templates, assets])
      guard stamps != current.stamps else { return false }
      current.stamps = stamps
      do {
        var assets = try Assets(folder: assets, schemes: schemes)
        assets.keep(first)
        current.document = try Document(folder: templates, assets: assets)
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

extension Site {
  /// Looks at the files again and again, so that open pages follow them too.
  /// Returns at once where nobody works on them.
  package func followFiles() async {
    while tools.reloading != nil, !Task.isCancelled {
      refreshDocument()
      try? await Task.sleep(for: .milliseconds(300))
    }
  }

  /// Has open pages loaded anew where their files have changed.
  func refreshDocument() {
    guard let reloading = tools.reloading, reloading.refresh() else { return }
    Task { [live] in await live.updateAll() }
  }
}
