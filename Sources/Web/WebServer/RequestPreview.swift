import CMicrohttpd
import Glibc
import Synchronization

/// A `GET` or `HEAD` request on the fast path.
///
/// Header fields are read from the connection on demand, so that a cached
/// response needs no `Request`. It is valid only until the fast path closure
/// returns.
public struct RequestPreview {
  /// The raw request target.
  public let target: String
  /// True for a `HEAD` request.
  public let isHead: Bool
  private let connection: MHDConnection
  private let peer: ClientAddress
  // One reference: a copy of the configuration would retain each of its parts.
  private let core: Core

  init(_ exchange: Exchange, core: Core) {
    target = exchange.target
    isHead = exchange.isHead.load(ordering: .relaxed)
    connection = exchange.mhdConnection
    peer = exchange.connection.address
    self.core = core
  }

  /// Returns the value of the first header field with a name, without trailing
  /// whitespace.
  ///
  /// - Parameter name: The name, which is case-insensitive.
  public func field(_ name: StaticString) -> String? {
    name.withUTF8Buffer { name in
      name.withMemoryRebound(to: CChar.self) { name in
        name.baseAddress
          .flatMap { MHD_lookup_connection_value(connection.pointer, .HEADER_KIND, $0) }
          .map { value in
            let bytes = UnsafeRawBufferPointer(start: value, count: strlen(value))
            let end = bytes.lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? 0
            return String(decoding: bytes[..<end], as: UTF8.self)
          }
      }
    }
  }

  /// The client that sent the request.
  public var client: Client {
    core.configuration.client(at: peer, host: field("Host"), values: connection.values(of:))
  }
}

extension Configuration {
  /// Returns the client that sent a request.
  ///
  /// - Parameters:
  ///   - peer: The peer of the connection.
  ///   - host: The `Host` header.
  ///   - values: Returns all values of a header field.
  func client(
    at peer: ClientAddress, host: String?, values: (_ name: StaticString) -> [String]
  ) -> Client {
    trustedProxies.client(
      behind: Client(address: peer, isSecure: certificate != nil, host: host), values: values)
  }
}

extension MHDConnection {
  /// Returns all values of a header field, in order.
  fileprivate func values(of name: StaticString) -> [String] {
    var search = FieldSearch(name: name)
    return withUnsafeMutablePointer(to: &search) { search in
      _ = MHD_get_connection_values_n(pointer, .HEADER_KIND, findField, search)
      return search.pointee.values
    }
  }

  /// Returns true if the header fields of a request are well formed, with one
  /// `Host` and without a body. Other requests go through the request assembler,
  /// which reports the errors.
  ///
  /// - Parameter layout: The layout with the request line.
  func isEligibleForFastPath(_ layout: HeadLayout) -> Bool {
    var scan = FieldScan(layout: layout)
    return withUnsafeMutablePointer(to: &scan) { scan in
      _ = MHD_get_connection_values_n(pointer, .HEADER_KIND, scanField, scan)
      return scan.pointee.isEligible && scan.pointee.hosts == 1
        && scan.pointee.layout.isWellFormed(through: shim_head_size(pointer))
    }
  }
}

private struct FieldSearch {
  let name: StaticString
  var values: [String] = []
}

private func findField(
  context: UnsafeMutableRawPointer?, kind: MHD_ValueKind, name: UnsafePointer<CChar>?,
  nameSize: Int, value: UnsafePointer<CChar>?, valueSize: Int
) -> MHD_Result {
  guard let context, let name else { return .NO }
  let search = context.assumingMemoryBound(to: FieldSearch.self)
  let isWanted =
    nameSize == search.pointee.name.utf8CodeUnitCount
    && search.pointee.name.withUTF8Buffer { wanted in
      wanted.withMemoryRebound(to: CChar.self) { wanted in
        wanted.baseAddress.map { strncasecmp(name, $0, nameSize) == 0 } ?? false
      }
    }
  if isWanted {
    let bytes = UnsafeRawBufferPointer(start: value, count: valueSize)
    search.pointee.values.append(String(decoding: bytes, as: UTF8.self))
  }
  return .YES
}

private struct FieldScan {
  var layout: HeadLayout
  var isEligible = true
  var hosts = 0
}

private func scanField(
  context: UnsafeMutableRawPointer?, kind: MHD_ValueKind, name: UnsafePointer<CChar>?,
  nameSize: Int, value: UnsafePointer<CChar>?, valueSize: Int
) -> MHD_Result {
  guard let context, let name else { return .NO }
  let scan = context.assumingMemoryBound(to: FieldScan.self)
  scan.pointee.layout.add(name: name, size: nameSize, value: value, size: valueSize)
  let nameBytes = UnsafeRawBufferPointer(start: name, count: nameSize)
  let valueBytes = UnsafeRawBufferPointer(start: value, count: valueSize)
  switch nameSize {
  case 4 where strncasecmp(name, "host", 4) == 0: scan.pointee.hosts += 1
  // The request has a body, or waits for 100 Continue.
  case 6 where strncasecmp(name, "expect", 6) == 0,
    14 where strncasecmp(name, "content-length", 14) == 0,
    17 where strncasecmp(name, "transfer-encoding", 17) == 0:
    scan.pointee.isEligible = false
  default: break
  }
  if !nameBytes.allSatisfy(isTokenByte) || !valueBytes.allSatisfy(isValueByte) || nameSize == 0 {
    scan.pointee.isEligible = false
  }
  return scan.pointee.isEligible ? .YES : .NO
}

/// True for letters, digits, hyphen and underscore: the characters of tokens
/// that browsers send in header names.
@inline(__always)
private func isTokenByte(_ byte: UInt8) -> Bool {
  switch byte | 0x20 {
  case UInt8(ascii: "a")...UInt8(ascii: "z"): true
  default: (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x5F
  }
}

@inline(__always)
private func isValueByte(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F || byte == 0x09 }
