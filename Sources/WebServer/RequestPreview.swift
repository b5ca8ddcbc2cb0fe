import CMicrohttpd
import Glibc
import Synchronization

/// A request for a page, as little of it as it takes to answer with a
/// response that is prepared: nothing is copied or decoded.
///
/// It may be used only until the closure it was handed to returns.
public struct RequestPreview {
  /// The target as it was sent.
  public let target: String
  /// Whether only the head of the answer is wanted.
  public let isHead: Bool
  private let connection: ConnectionReference
  private let peer: ClientAddress
  private let configuration: Configuration

  init(_ exchange: Exchange, configuration: Configuration) {
    target = exchange.target
    isHead = exchange.isHead.load(ordering: .relaxed)
    connection = exchange.connection
    peer = exchange.open.address
    self.configuration = configuration
  }

  /// The value of a header field, the first one of that name, without blanks
  /// at its end.
  ///
  /// - Parameter name: matched without regard to case.
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

  /// Who sent it.
  public var client: Client {
    configuration.client(at: peer, host: field("Host"), values: connection.values(of:))
  }
}

extension Configuration {
  /// Who sent a request.
  ///
  /// - Parameters:
  ///   - peer: the other end of its connection.
  ///   - host: its `Host`.
  ///   - values: all values of a header field.
  func client(
    at peer: ClientAddress, host: String?, values: (_ name: StaticString) -> [String]
  ) -> Client {
    trustedProxies.client(
      behind: Client(address: peer, isSecure: certificate != nil, host: host), values: values)
  }
}

extension ConnectionReference {
  /// All values of a header field, in their order.
  fileprivate func values(of name: StaticString) -> [String] {
    var search = FieldSearch(name: name)
    return withUnsafeMutablePointer(to: &search) { search in
      _ = MHD_get_connection_values_n(pointer, .HEADER_KIND, findField, search)
      return search.pointee.values
    }
  }

  /// Whether a request is a plain one for a page: its fields are well formed,
  /// it has one `Host` and no body. All others are for the request assembler,
  /// which says what is wrong with them.
  ///
  /// - Parameter layout: the first line.
  func hasPlainFields(_ layout: HeadLayout) -> Bool {
    var look = FieldsLook(layout: layout)
    return withUnsafeMutablePointer(to: &look) { look in
      _ = MHD_get_connection_values_n(pointer, .HEADER_KIND, lookAtField, look)
      return look.pointee.isPlain && look.pointee.hosts == 1
        && look.pointee.layout.isPlain(through: shim_head_size(pointer))
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

private struct FieldsLook {
  var layout: HeadLayout
  var isPlain = true
  var hosts = 0
}

private func lookAtField(
  context: UnsafeMutableRawPointer?, kind: MHD_ValueKind, name: UnsafePointer<CChar>?,
  nameSize: Int, value: UnsafePointer<CChar>?, valueSize: Int
) -> MHD_Result {
  guard let context, let name else { return .NO }
  let look = context.assumingMemoryBound(to: FieldsLook.self)
  look.pointee.layout.add(name: name, size: nameSize, value: value, size: valueSize)
  let nameBytes = UnsafeRawBufferPointer(start: name, count: nameSize)
  let valueBytes = UnsafeRawBufferPointer(start: value, count: valueSize)
  switch nameSize {
  case 4 where strncasecmp(name, "host", 4) == 0: look.pointee.hosts += 1
  // These say that there is a body, or that one waits for leave to send it.
  case 6 where strncasecmp(name, "expect", 6) == 0,
    14 where strncasecmp(name, "content-length", 14) == 0,
    17 where strncasecmp(name, "transfer-encoding", 17) == 0:
    look.pointee.isPlain = false
  default: break
  }
  if !nameBytes.allSatisfy(isTokenByte) || !valueBytes.allSatisfy(isValueByte) || nameSize == 0 {
    look.pointee.isPlain = false
  }
  return look.pointee.isPlain ? .YES : .NO
}

/// Letters, digits, hyphen and underscore: fewer than a token may have, as
/// many as browsers send.
@inline(__always)
private func isTokenByte(_ byte: UInt8) -> Bool {
  switch byte | 0x20 {
  case UInt8(ascii: "a")...UInt8(ascii: "z"): true
  default: (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x5F
  }
}

@inline(__always)
private func isValueByte(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F || byte == 0x09 }
