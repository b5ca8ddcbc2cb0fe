import Foundation
import PackagePlugin

/// Puts files in a program, so that it is one file.
///
/// They are those in the folder `Resources` of a target, or else those in the folders `Public`
/// and `Templates` of its package. The target gets an `EmbeddedFiles.base64`, a dictionary of their
/// contents by their names, for `Site.embedding(_:)`.
@main
struct EmbedFiles: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let own = target.directoryURL.appending(path: "Resources")
    let manager = FileManager.default
    let folders =
      manager.fileExists(atPath: own.path)
      ? [own]
      : ["Public", "Templates"].map { context.package.directoryURL.appending(path: $0) }
        .filter { manager.fileExists(atPath: $0.path) }
    let files = try folders.flatMap {
      try manager.contentsOfDirectory(
        at: $0, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    }.sorted { $0.path < $1.path }
    let names = files.map(\.lastPathComponent)
    guard Set(names).count == names.count,
      names.allSatisfy({ $0.wholeMatch(of: #/[A-Za-z0-9._-]+/#) != nil })
    else { throw InvalidNames(names: names) }
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedFiles.swift")
    let script = """
      set -e
      {
        echo 'enum EmbeddedFiles {'
        echo '  static let base64: [String: String] = ['
        for file; do
          content=$(base64 --wrap 0 "$file")
          printf '    "%s": "%s",\\n' "$(basename "$file")" "$content"
        done
        [ $# -gt 0 ] || echo '    :'
        echo '  ]'
        echo '}'
      } > "$0"
      """
    return [
      .buildCommand(
        displayName: "Embedding \(files.count) files", executable: URL(filePath: "/bin/sh"),
        arguments: ["-c", script, output.path] + files.map(\.path),
        inputFiles: files, outputFiles: [output])
    ]
  }
}

/// Two files have one name, or a name has other characters than letters, digits, dots, hyphens and
/// underscores.
struct InvalidNames: Error, CustomStringConvertible {
  let names: [String]

  var description: String {
    "Files in a program need different names of letters, digits, dots, hyphens and underscores; "
      + "rename one of \(names.joined(separator: ", "))."
  }
}
