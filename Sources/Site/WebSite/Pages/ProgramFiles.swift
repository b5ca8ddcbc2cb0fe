import Foundation

/// The files in the program, by their names: those of every site, overridden by those of this one.
struct ProgramFiles: Sendable {
  let contents: [String: Data]

  /// - Parameter site: the files of the site in Base64, by their names.
  init(_ site: [String: String] = [:]) {
    contents = EmbeddedFiles.base64.merging(site) { $1 }
      .compactMapValues { Data(base64Encoded: $0) }
  }

  /// The template of the document.
  var template: String { String(decoding: contents["document.mustache"] ?? Data(), as: UTF8.self) }
}
