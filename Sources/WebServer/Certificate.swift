import CMicrohttpd
public import Foundation
import Synchronization

/// A certificate and its key, which may be replaced while connections are
/// open: each new one is shown the newest.
public final class Certificate: Sendable {
  private struct Pair {
    var chain: [UInt8]
    var key: [UInt8]
  }

  private let chainFile: URL
  private let keyFile: URL
  private let pair: Mutex<Pair>

  /// Reads both files.
  ///
  /// - Parameters:
  ///   - chainFile: the certificate and those that vouch for it, as PEM.
  ///   - keyFile: its key, as PEM, without a password.
  /// - Throws: `CertificateError`.
  public init(chainFile: URL, keyFile: URL) throws(CertificateError) {
    self.chainFile = chainFile
    self.keyFile = keyFile
    pair = Mutex(try Self.read(chainFile, keyFile))
  }

  /// Reads both files anew. Where that fails the ones before stay in force.
  ///
  /// - Throws: `CertificateError`.
  public func reload() throws(CertificateError) {
    let new = try Self.read(chainFile, keyFile)
    pair.withLock { $0 = new }
  }

  private static func read(_ chainFile: URL, _ keyFile: URL) throws(CertificateError) -> Pair {
    let pair = Pair(chain: try bytes(of: chainFile), key: try bytes(of: keyFile))
    guard
      let problem = shim_check_certificate(
        pair.chain, UInt32(pair.chain.count), pair.key, UInt32(pair.key.count))
    else { return pair }
    throw CertificateError(
      "the certificate \(chainFile.path) and the key \(keyFile.path) cannot be used: "
        + "\(String(cString: problem))")
  }

  private static func bytes(of file: URL) throws(CertificateError) -> [UInt8] {
    guard let data = try? Data(contentsOf: file), data.count < 1 << 20 else {
      throw CertificateError("the file \(file.path) cannot be read.")
    }
    return Array(data)
  }

  /// Shows it to a client. gnutls frees what it is given.
  func show(_ shown: UnsafeMutablePointer<shim_certificate>) -> Int32 {
    let pair = pair.withLock { $0 }
    return shim_load_certificate(
      pair.chain, UInt32(pair.chain.count), pair.key, UInt32(pair.key.count), shown)
  }
}

/// Why a certificate cannot be used, in one sentence.
public struct CertificateError: Error, CustomStringConvertible, Sendable {
  /// The sentence.
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}
