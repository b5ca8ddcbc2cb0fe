import HTTPTypes
import ImmutableUI
import WebServer

/// The visitors whom a proxy in front of the site has signed in, and names in a header field.
struct ForwardedVisitors: Sendable {
  private static let maxBytes = 200

  /// The field with the name.
  let user: HTTPField.Name
  /// The field with the groups, separated by commas, which become roles; `nil` for none.
  let groups: HTTPField.Name?
  /// The groups whose members may change data; empty if all these visitors may.
  let writers: Set<String>

  /// Returns true if a visitor may change data.
  func mayWrite(_ visitor: Visitor) -> Bool {
    writers.isEmpty || !writers.isDisjoint(with: visitor.roles)
  }

  /// Returns the visitor of a request that a trusted proxy has sent; `nil` if it names none.
  func visitor(of request: Request) -> Visitor? {
    guard request.client.isForwarded, let name = request.head.headerFields[user],
      // A comma: the client has sent a name, too, which the proxy did not remove.
      !name.isEmpty, name.utf8.count <= Self.maxBytes, !name.contains(",")
    else { return nil }
    let lists = groups.map { request.head.headerFields[values: $0] } ?? []
    // Two lists: the client has sent one, too.
    guard lists.count <= 1 else { return nil }
    let roles = (lists.first ?? "").split(separator: ",").map { String($0).normalised }
    return Visitor(name: name.normalised, roles: Set(roles.filter { !$0.isEmpty }), signIn: .proxy)
  }
}
