import Testing

@testable import WebServer

/// The client of forwarded requests.
@Suite("Trusted proxies")
struct TrustedProxiesTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var trusted: [String]
    var peer: String
    var forwarded: [String]
    var client: String
    var testDescription: String { "\(forwarded) by \(peer), trusted: \(trusted)" }
  }

  @Test(arguments: [
    Row(trusted: [], peer: "192.0.2.1", forwarded: ["198.51.100.1"], client: "192.0.2.1"),
    Row(
      trusted: ["192.0.2.2"], peer: "192.0.2.1", forwarded: ["198.51.100.1"], client: "192.0.2.1"),
    Row(
      trusted: ["192.0.2.1"], peer: "192.0.2.1", forwarded: ["198.51.100.1"],
      client: "198.51.100.1"),
    Row(
      trusted: ["192.0.2.0/24"], peer: "192.0.2.200", forwarded: ["198.51.100.1"],
      client: "198.51.100.1"),
    Row(
      trusted: ["192.0.2.0/25"], peer: "192.0.2.200", forwarded: ["198.51.100.1"],
      client: "192.0.2.200"),
    // The first entries may be forged by the client, and are ignored.
    Row(
      trusted: ["192.0.2.1"], peer: "192.0.2.1", forwarded: ["10.0.0.1, 198.51.100.1"],
      client: "198.51.100.1"),
    Row(
      trusted: ["192.0.2.1"], peer: "192.0.2.1", forwarded: ["10.0.0.1", "198.51.100.1"],
      client: "198.51.100.1"),
    // A proxy behind a proxy.
    Row(
      trusted: ["192.0.2.0/24"], peer: "192.0.2.1", forwarded: ["10.0.0.1, 198.51.100.1,192.0.2.7"],
      client: "198.51.100.1"),
    Row(trusted: ["192.0.2.1"], peer: "192.0.2.1", forwarded: [], client: "192.0.2.1"),
    Row(trusted: ["192.0.2.1"], peer: "192.0.2.1", forwarded: [""], client: "192.0.2.1"),
    Row(trusted: ["192.0.2.1"], peer: "192.0.2.1", forwarded: ["unknown"], client: "192.0.2.1"),
    Row(
      trusted: ["192.0.2.0/24"], peer: "192.0.2.1", forwarded: ["junk, 192.0.2.7"],
      client: "192.0.2.7"),
    Row(
      trusted: ["192.0.2.1"], peer: "192.0.2.1", forwarded: ["198.51.100.1:4711"],
      client: "198.51.100.1"),
    Row(
      trusted: ["192.0.2.1"], peer: "192.0.2.1", forwarded: ["[2001:db8::7]:4711"],
      client: "2001:db8::7"),
    Row(trusted: ["2001:db8::/32"], peer: "2001:db8::1", forwarded: ["::1"], client: "::1"),
    Row(trusted: ["socket"], peer: "local", forwarded: ["198.51.100.1"], client: "198.51.100.1"),
    Row(trusted: ["socket"], peer: "127.0.0.1", forwarded: ["198.51.100.1"], client: "127.0.0.1"),
    Row(trusted: ["127.0.0.1"], peer: "local", forwarded: ["198.51.100.1"], client: "local"),
  ])
  func `The client is the last address that is not of a trusted proxy`(_ row: Row) throws {
    let proxies = try #require(TrustedProxies(row.trusted))
    let peer = row.peer == "local" ? ClientAddress.local : try #require(ClientAddress(row.peer))
    let client = proxies.client(behind: Client(address: peer)) { name in
      "\(name)" == "X-Forwarded-For" ? row.forwarded : []
    }
    #expect(client.address.text == row.client)
  }

  @Test(arguments: [true, false])
  func `The forwarded scheme and host are used only from a trusted proxy`(isTrusted: Bool) throws {
    let address = try #require(ClientAddress("192.0.2.1"))
    let peer = Client(address: address, isSecure: false, host: "inside")
    let proxies = try #require(TrustedProxies(isTrusted ? ["192.0.2.1"] : []))
    let client = proxies.client(behind: peer) { name in
      switch "\(name)" {
      case "X-Forwarded-Proto": ["HTTPS"]
      case "X-Forwarded-Host": ["evil.example", "outside.example"]
      default: []
      }
    }
    #expect(client.isSecure == isTrusted)
    #expect(client.host == (isTrusted ? "outside.example" : "inside"))
  }

  @Test(arguments: [
    "", "192.0.2", "192.0.2.1/33", "192.0.2.1/-1", "192.0.2.1/", "192.0.2.1/8/8", "example.org",
    "::1/129", "/8",
  ])
  func `An invalid network is refused`(name: String) {
    #expect(TrustedProxies([name]) == nil)
  }
}

@Suite("Client addresses")
struct ClientAddressTests {
  @Test(arguments: [
    ("192.0.2.1", "192.0.2.1", "192.0.2.1"),
    ("::ffff:192.0.2.1", "192.0.2.1", "192.0.2.1"),
    ("2001:DB8:0:1::7", "2001:db8:0:1::7", "2001:db8:0:1::"),
    ("::1", "::1", "::"),
  ])
  func `An address has a canonical text and a network`(
    digits: String, text: String, network: String
  ) throws {
    let address = try #require(ClientAddress(digits))
    #expect(address.text == text)
    #expect(address.network.text == network)
    #expect(ClientAddress(address.text) == address)
  }

  @Test(arguments: ["", "localhost", "192.0.2.256", "1", "::1%lo", "[::1]", " 192.0.2.1"])
  func `An invalid address is refused`(text: String) {
    #expect(ClientAddress(text) == nil)
  }

  @Test(arguments: [
    ("127.0.0.1", true), ("127.9.9.9", true), ("::1", true), ("::ffff:127.0.0.1", true),
    ("128.0.0.1", false), ("::2", false),
  ])
  func `Loopback addresses are recognised`(digits: String, isLoopback: Bool) throws {
    #expect(try #require(ClientAddress(digits)).isLoopback == isLoopback)
  }
}
