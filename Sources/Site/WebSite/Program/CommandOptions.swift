import ArgumentParser

/// A command with options that are settings.
protocol SettingsCommand: ParsableCommand {
  /// The settings that can be given, in the order of the help.
  static var settings: [NamedSetting] { get }
  var options: CommandOptions<Self> { get }

  /// Runs the command with the configuration of a site.
  ///
  /// - Throws: an error whose description is one sentence.
  func run<Options: SiteOptions>(
    for site: Site<Options>, _ reader: SettingsReader, errors: LogWriter
  ) async throws
}

/// The options of a command, as its settings declare them.
///
/// ArgumentParser finds the options of a type by reflection, and reads them as
/// a decoder.
struct CommandOptions<Command: SettingsCommand>: ParsableArguments, CustomReflectable {
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// The values on the command line, by name.
  private(set) var values: [String: [String]] = [:]

  init() {}

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Name.self)
    for (name, setting) in Command.settings {
      let key = Name(stringValue: name)
      let texts =
        switch setting.form {
        case .single: [try container.decode(Option<String?>.self, forKey: key).wrappedValue]
        case .repeated: try container.decode(Option<[String]>.self, forKey: key).wrappedValue
        case .flag: [try container.decode(Flag<Bool>.self, forKey: key).wrappedValue ? "true" : nil]
        }
      let given = texts.compactMap { $0 }
      if !given.isEmpty { values[name] = given }
    }
  }

  var customMirror: Mirror {
    let options = Command.settings.map { name, setting -> Mirror.Child in
      let help = ArgumentHelp(stringLiteral: setting.help)
      return switch setting.form {
      case .single: (name, Option<String?>(help: help))
      case .repeated: (name, Option<[String]>(wrappedValue: [], help: help))
      case .flag: (name, Flag<Bool>(wrappedValue: false, help: help))
      }
    }
    return Mirror(self, children: options)
  }
}
