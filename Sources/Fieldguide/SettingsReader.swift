import FieldguideSite
import Foundation
import Glibc

/// Reads what the program was started with: an option, or where it is missing
/// the variable of the environment that has its name.
struct SettingsReader {
  let environment: [String: String]

  func text(_ option: String?, _ variable: String) -> String? {
    option ?? environment["FIELDGUIDE_\(variable)"]
  }

  /// What may be said several times; in the environment with commas between.
  func list(_ options: [String], _ variable: String) -> [String] {
    guard options.isEmpty, let text = environment["FIELDGUIDE_\(variable)"] else { return options }
    return text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  func number(
    _ option: String?, _ variable: String, default usual: Int, in range: ClosedRange<Int>,
    what: String
  ) throws -> Int {
    guard let text = text(option, variable) else { return usual }
    guard let number = Int(text), range.contains(number) else {
      throw SettingsError(
        "\(what) is “\(text)”; it has to be a number from \(range.lowerBound) to "
          + "\(range.upperBound).")
    }
    return number
  }

  /// An address of the web.
  func address(
    _ option: String?, _ variable: String, default usual: String, of what: String
  ) throws -> URL {
    let text = text(option, variable) ?? usual
    guard let url = URL(string: text), ["http", "https"].contains(url.scheme),
      url.host()?.isEmpty == false
    else {
      throw SettingsError(
        "the address of \(what) is “\(text)”; it has to be one of the web, as \(usual).")
    }
    return url
  }

  /// A folder that was named, or the one of that name in the nearest folder
  /// above the program: it stands beside the package where it was built, and
  /// beside the program where it was installed.
  func folder(_ option: String?, _ variable: String, named name: String) -> URL {
    if let path = text(option, variable) {
      return URL(fileURLWithPath: path, isDirectory: true).resolvingSymlinksInPath()
    }
    var folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let candidate = folder.appendingPathComponent(name, isDirectory: true)
      if FileManager.default.fileExists(atPath: candidate.path) { return candidate }
    }
    return URL(fileURLWithPath: name, isDirectory: true)
  }

  /// The socket that systemd listens on for this program, if it does: see
  /// sd_listen_fds(3).
  func descriptorFromSystemd() throws -> Int32? {
    guard environment["LISTEN_PID"] == "\(getpid())", let text = environment["LISTEN_FDS"] else {
      return nil
    }
    guard text == "1" else {
      throw SettingsError("systemd hands over \(text) sockets; it has to be one.")
    }
    // The first after standard input, output and error.
    return 3
  }
}
