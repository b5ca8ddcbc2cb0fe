public import Foundation

/// The locations of files that tests read.
public enum Fixtures {
  /// The folder of `Package.swift`.
  public static let packageRoot = URL(filePath: #filePath)
    .deletingLastPathComponent()  // Fixtures.swift
    .deletingLastPathComponent()  // Support
    .deletingLastPathComponent()  // Tests

  /// The folder of the fixtures that are not part of the repository; `nil` if
  /// it does not exist.
  ///
  /// The environment variable `FIELDGUIDE_FIXTURES` overrides the default
  /// `../shared/fixtures`. Tests that need it are disabled without it:
  ///
  /// ```text
  /// @Test(.enabled(if: Fixtures.folder != nil, "needs FIELDGUIDE_FIXTURES"))
  /// ```
  public static let folder: URL? = {
    let folder = url(variable: "FIELDGUIDE_FIXTURES", default: "../shared/fixtures")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()

  /// The path of a Python with the packages that tests use. If it does not
  /// exist, the tests that need it fail with the message `pythonIsMissing`.
  ///
  /// The environment variable `FIELDGUIDE_PYTHON` overrides the default
  /// `.venv/bin/python`.
  public static let python = url(variable: "FIELDGUIDE_PYTHON", default: ".venv/bin/python")

  /// The message of tests that cannot run without Python.
  public static let pythonIsMissing =
    "Python is not installed at \(python.path). Run `make install`."

  /// Returns the contents of a fixture; `nil` if it does not exist.
  public static func data(_ path: String) -> Data? {
    folder.flatMap { try? Data(contentsOf: $0.appending(path: path)) }
  }

  /// Returns the lines of a fixture without empty ones.
  public static func lines(_ path: String) -> [String]? {
    data(path).map { data in
      String(decoding: data, as: UTF8.self)
        .split { $0 == "\n" || $0 == "\r\n" }
        .map(String.init)
    }
  }

  /// Returns the path in an environment variable, or a default. Relative paths
  /// are resolved against the root of the package.
  private static func url(variable: String, default path: String) -> URL {
    let value = ProcessInfo.processInfo.environment[variable] ?? ""
    return URL(filePath: value.isEmpty ? path : value, relativeTo: packageRoot).absoluteURL
  }
}
