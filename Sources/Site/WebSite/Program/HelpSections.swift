/// The sections of the options of `serve` in its help.
///
/// ArgumentParser needs a type for each section, while these options are found at run time.
enum HelpSections {
  /// The options that most sites need, which come first.
  static let first = [
    "config", "host", "port", "socket", "public-origin", "trusted-proxy", "editors", "data",
    "database", "log-level",
  ]
  /// The titles of the other sections, by their first options.
  static let titles = [
    "tls-certificate": "TLS", "writers": "ACCESS", "replace-damaged": "FILES",
    "page-cache": "MEMORY", "connections": "LIMITS", "log-format": "LOG AND METRICS",
    "development": "TOOLS FOR DEVELOPERS", "sample": "SERVICES",
  ]

  /// Returns settings in the order of the help.
  static func ordered(_ settings: [NamedSetting]) -> [NamedSetting] {
    settings.filter { first.contains($0.name) } + settings.filter { !first.contains($0.name) }
  }

  /// Returns a help text with titles, if it has these options.
  static func titled(_ help: String) -> String {
    guard titles.keys.allSatisfy({ help.contains("\n  --\($0)") }) else { return help }
    return help.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard let name = line.prefixMatch(of: #/  --([a-z-]+)/#)?.1, let title = titles[String(name)]
      else { return String(line) }
      return "\n\(title):\n\(line)"
    }
    .joined(separator: "\n")
  }
}
