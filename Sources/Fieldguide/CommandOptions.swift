import ArgumentParser

/// The options of a command by their names, found as ArgumentParser finds
/// them: so that they are listed once, where they are declared.
enum CommandOptions {
  /// The names of all options that a command has, less `config`.
  static func names(of command: some ParsableCommand) -> [String] {
    options(of: command).map(\.name).filter { $0 != "config" }
  }

  /// What was said on the command line, by name.
  static func values(of command: some ParsableCommand) -> [String: [String]] {
    var values: [String: [String]] = [:]
    for (name, option) in options(of: command) {
      let said =
        switch option {
        case let option as Option<String?>: option.wrappedValue.map { [$0] } ?? []
        case let option as Option<[String]>: option.wrappedValue
        case let flag as Flag<Bool>: flag.wrappedValue ? ["true"] : []
        default: [String]()
        }
      if !said.isEmpty { values[name] = said }
    }
    return values
  }

  private static func options(
    of command: some ParsableCommand
  ) -> [(name: String, option: Any)] {
    Mirror(reflecting: command).children.flatMap { child -> [(name: String, option: Any)] in
      switch child.value {
      case let group as OptionGroup<Serve>: return options(of: group.wrappedValue)
      case is Option<String?>, is Option<[String]>, is Flag<Bool>:
        // A wrapped property is stored under its name after an underscore.
        return [(kebab(child.label?.dropFirst() ?? ""), child.value)]
      default: return []
      }
    }
  }

  /// `logLevel` as `log-level`.
  private static func kebab(_ name: some StringProtocol) -> String {
    name.map { $0.isUppercase ? "-\($0.lowercased())" : String($0) }.joined()
  }
}
