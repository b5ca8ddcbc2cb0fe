import ArgumentParser

/// Finds the options of a command by reflection, like ArgumentParser itself, so
/// that each option is declared only once.
enum CommandOptions {
  /// Returns the names of all options of a type, except `config`.
  static func names<Arguments: ParsableArguments>(of type: Arguments.Type) -> [String] {
    // Option groups of an unparsed value have no values: use their types.
    options(of: type.init()) { $0.unparsed }.map(\.name).filter { $0 != "config" }
  }

  /// Returns the values of a parsed command line, by name.
  static func values(of command: some ParsableArguments) -> [String: [String]] {
    var values: [String: [String]] = [:]
    for (name, option) in options(of: command, { $0.parsed }) {
      let texts =
        switch option {
        case let option as Option<String?>: option.wrappedValue.map { [$0] } ?? []
        case let option as Option<[String]>: option.wrappedValue
        case let flag as Flag<Bool>: flag.wrappedValue ? ["true"] : []
        default: [String]()
        }
      if !texts.isEmpty { values[name] = texts }
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
        // The storage of a wrapped property has an underscore in front of its
        // name.
        return [(kebab(child.label?.dropFirst() ?? ""), child.value)]
      default: return []
      }
    }
  }

  /// Converts `logLevel` to `log-level`.
  private static func kebab(_ name: some StringProtocol) -> String {
    name.map { $0.isUppercase ? "-\($0.lowercased())" : String($0) }.joined()
  }
}

/// A type-erased option group.
private protocol AnyOptionGroup {
  var parsed: any ParsableArguments { get }
  var unparsed: any ParsableArguments { get }
}

extension OptionGroup: AnyOptionGroup {
  fileprivate var parsed: any ParsableArguments { wrappedValue }
  fileprivate var unparsed: any ParsableArguments { Value() }
}
