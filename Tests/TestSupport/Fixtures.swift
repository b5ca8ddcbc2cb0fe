public import Foundation

/// Where tests find what is not compiled into them.
public enum Fixtures {
  /// The folder of `Package.swift`.
  public static let packageRoot = URL(filePath: #filePath)
    .deletingLastPathComponent()  // Fixtures.swift
    .deletingLastPathComponent()  // TestSupport
    .deletingLastPathComponent()  // Tests

  /// The folder of the fixtures that are no part of the repository, or `nil`
  /// where this machine has none.
  ///
  /// `FIELDGUIDE_FIXTURES` names it; without that it is `../shared/fixtures`.
  /// Tests that need it say so when they are left out:
  ///
  ///     @Test(.enabled(if: Fixtures.folder != nil, "needs FIELDGUIDE_FIXTURES"))
  public static let folder: URL? = {
    let folder = url(variable: "FIELDGUIDE_FIXTURES", default: "../shared/fixtures")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()

  /// A Python with the packages that tests use. It may be absent: tests that
  /// need it then fail, with `pythonIsMissing` as their message.
  ///
  /// `FIELDGUIDE_PYTHON` is its path; without that it is `.venv/bin/python`.
  public static let python = url(variable: "FIELDGUIDE_PYTHON", default: ".venv/bin/python")

  /// What a test says that cannot run because there is no Python.
  public static let pythonIsMissing =
    "There is no Python with its packages at \(python.path): run `make install`."

  /// The contents of a fixture; `nil` where there are no fixtures or not this
  /// one.
  public static func data(_ path: String) -> Data? {
    folder.flatMap { try? Data(contentsOf: $0.appending(path: path)) }
  }

  /// The lines of a fixture, without their ends and without empty ones.
  public static func lines(_ path: String) -> [String]? {
    data(path).map { data in
      String(decoding: data, as: UTF8.self)
        .split { $0 == "\n" || $0 == "\r\n" }
        .map(String.init)
    }
  }

  /// The path that a variable of the environment holds, or else a default,
  /// each seen from the package's root where it is relative.
  private static func url(variable: String, default path: String) -> URL {
    let value = ProcessInfo.processInfo.environment[variable] ?? ""
    return URL(filePath: value.isEmpty ? path : value, relativeTo: packageRoot).absoluteURL
  }
}
