import CCurl
import CGnuTLS
import CMicrohttpd
import CPostgres
import CZlib
import GRDBSQLite

extension SiteOptions {
  /// The text of `--version`, or that of `--version --verbose`.
  static func versionText(for arguments: [String] = CommandLine.arguments) -> String {
    arguments.contains("--verbose") ? verboseVersion : fullVersion
  }

  /// The version with that of the Swift runtime, the libraries in use, and the details of the site.
  private static var verboseVersion: String {
    let lines = [
      "\(program) \(fullVersion)",
      "runtime: Swift \(_SwiftStdlibVersion.current)",
      "target: \(target)",
    ]
    return (lines + libraries.map { "library: \($0) \($1)" } + versionDetails)
      .joined(separator: "\n")
  }

  private static var target: String {
    #if arch(x86_64)
    let architecture = "x86_64"
    #elseif arch(arm64)
    let architecture = "aarch64"
    #else
    let architecture = "other"
    #endif
    #if DEBUG
    return "\(architecture)-linux-gnu, debug"
    #else
    return "\(architecture)-linux-gnu, release"
    #endif
  }

  /// The versions of the libraries that are linked dynamically, as this machine has them. That of
  /// libcurl names the library that it uses for TLS, too.
  private static var libraries: [(name: String, version: String)] {
    let postgres = PQlibVersion()
    return [
      ("GnuTLS", String(cString: gnutls_check_version(nil))),
      ("SQLite", String(cString: sqlite3_libversion())),
      ("curl", String(cString: curl_version())),
      ("libmicrohttpd", String(cString: MHD_get_version())),
      ("libpq", "\(postgres / 10_000).\(postgres % 10_000)"),
      ("zlib", String(cString: zlibVersion())),
    ]
  }
}
