import ArgumentParser

/// The options of a command by their names, found as ArgumentParser finds
/// them: so that they are listed once, where they are declared.
enum CommandOptions {
  /// Returns the names of all options of a type, except `config`.
  static func names<Arguments: ParsableArguments>(of type: Arguments.Type) -> [String] {
    // Groups in it are not parsed: they are taken from their own types.
    options(of: type.init()) { $0.unparsed }.map(\.name).filter { $0 != "config" }
  }

  /// What was said on the command line, by name.
  static func values(of command: some ParsableArguments) -> [String: [String]] {
    var values: [String: [String]] = [:]
    for (name, option) in options(of: command, { $0.parsed }) {
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
    of command: some ParsableArguments,
    _ arguments: (any AnyOptionGroup) -> any ParsableArguments
  ) -> [(name: String, option: Any)] {
    Mirror(reflecting: command).children.flatMap { child -> [(name: String, option: Any)] in
      switch child.value {
      case let group as any AnyOptionGroup: return options(of: arguments(group), arguments)
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

/// An option group, whatever is in it.
private protocol AnyOptionGroup {
  var parsed: any ParsableArguments { get }
  var unparsed: any ParsableArguments { get }
}

extension OptionGroup: AnyOptionGroup {
  fileprivate var parsed: any ParsableArguments { wrappedValue }
  fileprivate var unparsed: any ParsableArguments { Value() }
}
