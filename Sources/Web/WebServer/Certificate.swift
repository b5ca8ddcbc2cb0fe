import CMicrohttpd
public import Foundation
import Synchronization

/// A certificate chain and its private key for TLS.
///
/// Both can be reloaded while the server runs: new connections use the newest
/// certificate, open ones keep theirs.
///
/// ```swift
/// import Foundation
/// import WebServer
///
/// let certificate = try Certificate(
///   chainFile: URL(filePath: "/etc/ssl/example/fullchain.pem"),
///   keyFile: URL(filePath: "/etc/ssl/example/privkey.pem"))
/// try certificate.reload()
/// ```
public final class Certificate: Sendable {
  private struct Pair {
    var chain: [UInt8]
    var key: [UInt8]
    /// In seconds since 1970.
    var expiration: Int64 = 0
  }

  private let chainFile: URL
  private let keyFile: URL
  private let pair: Mutex<Pair>

  /// Loads a certificate chain and its key.
  ///
  /// - Parameters:
  ///   - chainFile: The certificate chain in PEM format, leaf certificate first.
  ///   - keyFile: The private key in PEM format, not encrypted.
  /// - Throws: `CertificateError` if a file cannot be read or parsed, or if the
  ///   key does not match the certificate.
  public init(chainFile: URL, keyFile: URL) throws(CertificateError) {
    self.chainFile = chainFile
    self.keyFile = keyFile
    pair = Mutex(try Self.read(chainFile, keyFile))
  }

  /// Reloads both files. If this fails, the previous certificate stays in use.
  ///
  /// - Throws: `CertificateError` as the initialiser does.
  public func reload() throws(CertificateError) {
    let new = try Self.read(chainFile, keyFile)
    pair.withLock { $0 = new }
  }

  /// The time at which the first certificate of the chain expires.
  public var expiration: Date {
    Date(timeIntervalSince1970: TimeInterval(pair.withLock { $0.expiration }))
  }

  private static func read(_ chainFile: URL, _ keyFile: URL) throws(CertificateError) -> Pair {
    var pair = Pair(chain: try bytes(of: chainFile), key: try bytes(of: keyFile))
    guard
      let reason = shim_check_certificate(
        pair.chain, UInt32(pair.chain.count), pair.key, UInt32(pair.key.count), &pair.expiration)
    else { return pair }
    throw CertificateError(
      "the certificate \(chainFile.path) and the key \(keyFile.path) cannot be used: "
        + "\(String(cString: reason))")
  }

  private static func bytes(of file: URL) throws(CertificateError) -> [UInt8] {
    guard let data = try? Data(contentsOf: file), data.count < 1 << 20 else {
      throw CertificateError(
        "the file \(file.path) cannot be read; check its path and its permissions.")
    }
    return Array(data)
  }

  /// Loads the current certificate for a TLS handshake. GnuTLS frees the loaded
  /// structures.
  ///
  /// - Returns: 0, or a GnuTLS error code.
  func load(into loaded: UnsafeMutablePointer<shim_certificate>) -> Int32 {
    let pair = pair.withLock { $0 }
    return shim_load_certificate(
      pair.chain, UInt32(pair.chain.count), pair.key, UInt32(pair.key.count), loaded)
  }
}

/// An error that occurs if a certificate or its key cannot be loaded.
public struct CertificateError: Error, CustomStringConvertible, Sendable {
  /// The error message, one sentence.
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}
