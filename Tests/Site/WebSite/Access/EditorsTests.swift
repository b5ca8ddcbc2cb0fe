import Foundation
import ImmutableUI
import Synchronization
import TestSupport
import Testing
import WebServer

@testable import WebSite

/// Checks of editors' names and passwords.
@Suite struct EditorsTests {
  /// `secret`, hashed by `mkpasswd` and `htpasswd`, with low costs.
  static let hashes = [
    "yescrypt": "$y$j75$2qVc.nvqvoDGv.EaAiifG/$kwbf8TDaN9nOBnghBFWz3VolB4L7az2l5IFyMJkIKX5",
    "sha512":
      "$6$rounds=1000$x1iGI2D6AjqvNJfZ$ONyryPdawqiCNoQFw4/x6sKG4nbJz3g4qO0Hi1TQ5moSkNCP9KfE6diDguuNjYfAHHgoTh0hyMuyoCHSGPYvy/",
    "bcrypt": bcrypt,
  ]
  static let bcrypt = "$2y$04$5f/p7MFj1GSRSVDMDesbb.8y6cLBxq8C.xSNyOkJvpS/DcykmhFdm"

  private static let ada = Visitor(name: "ada", signIn: .password)
  private static let bob = Visitor(name: "bob", signIn: .password)
  private let address = ClientAddress("192.0.2.1") ?? .local

  private func withEditors(
    _ text: String, waiting: Int = 256, log: RecordedLog = RecordedLog(),
    _ body: (Editors, URL) async throws -> Void
  ) async throws {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "editors-\(UInt32.random(in: .min ... .max))")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let editors = try Editors(file: file, waiting: waiting, now: { 0 }, logger: log.logger)
    try await body(editors, file)
  }

  static func basic(_ text: String) -> String {
    "Basic \(Data(text.utf8).base64EncodedString())"
  }

  @Test(arguments: ["yescrypt", "sha512", "bcrypt"])
  func `Hashes of the system's tools are accepted`(kind: String) async throws {
    let hash = try #require(Self.hashes[kind])
    try await withEditors("ada:\(hash)\n") { editors, _ in
      let right = Self.basic("ada:secret")
      #expect(editors.verifiedVisitor(right, from: address) == nil)
      #expect(await editors.check(right, from: address) == .success(Self.ada))
      #expect(editors.verifiedVisitor(right, from: address) == Self.ada)
      #expect(await editors.check(Self.basic("ada:Secret"), from: address) == .failure(.wrong))
    }
  }

  @Test(arguments: [
    "ada:wrong", "ada:", "ada", "bob:secret", ":secret", "", "ADA:secret", "ada:se cret",
    "ada:secret\u{0}", "ada:" + String(repeating: "s", count: 600),
  ])
  func `Wrong credentials are rejected`(text: String) async throws {
    try await withEditors("ada:\(Self.bcrypt)") { editors, _ in
      #expect(await editors.check(Self.basic(text), from: address) == .failure(.wrong))
      #expect(editors.verifiedVisitor(Self.basic(text), from: address) == nil)
    }
  }

  @Test func `A password may have colons and non-ASCII letters`() async throws {
    let one = try #require(Password.hash(of: "a:b:c"))
    let other = try #require(Password.hash(of: "pässwörd 🐼"))
    try await withEditors("# editors\n\nada:\(one)\r\nbörge:\(other)\n") { editors, _ in
      #expect(await editors.check(Self.basic("ada:a:b:c"), from: address) == .success(Self.ada))
      #expect(
        await editors.check(Self.basic("börge:pässwörd 🐼"), from: address)
          == .success(Visitor(name: "börge", signIn: .password)))
    }
  }

  @Test(
    arguments: [
      // As a keyboard of a phone, and a Mac, write them.
      ("Zoë ", "Größe 12 "), ("\u{A0}Zoe\u{308}", "Gro\u{308}ße 12"), ("Zoë", "Größe 12"),
    ])
  func `Names and passwords are compared in their normal form`(
    name: String, password: String
  ) async throws {
    let hash = try #require(Password.hash(of: " Größe 12"))
    try await withEditors("Zoe\u{308} :\(hash)") { editors, _ in
      #expect(
        await editors.check(Self.basic("\(name):\(password)"), from: address)
          == .success(Visitor(name: "Zoë", signIn: .password)))
    }
  }

  @Test func `A hash of a password that is not in its normal form is accepted`() async throws {
    // `mkpasswd -m bcrypt -R 4` of a password that ends with a blank.
    let hash = "$2b$05$mSRNBp2IflKfzv9MDG9Vn.YIqhRA93zlWdaMiAp50C.Z6VzC1Qtx."
    try await withEditors("ada:\(hash)") { editors, _ in
      #expect(await editors.check(Self.basic("ada:secret "), from: address) == .success(Self.ada))
      #expect(await editors.check(Self.basic("ada:secret"), from: address) == .failure(.wrong))
    }
  }

  @Test func `Guesses at one account from many networks are throttled, but not its owner`()
    async throws
  {
    try await withEditors("ada:\(Self.bcrypt)\nbob:\(Self.bcrypt)") { editors, _ in
      #expect(await editors.check(Self.basic("ada:secret"), from: address) == .success(Self.ada))
      var checked = 0
      for number in 0..<120 {
        let stranger = try #require(ClientAddress("10.\(number).0.1"))
        let result = await editors.check(Self.basic("ada:guess"), from: stranger)
        if result == .failure(.wrong) { checked += 1 }
      }
      #expect(checked == 20)
      // The right one is not told apart.
      let stranger = try #require(ClientAddress("10.200.0.1"))
      #expect(await editors.check(Self.basic("ada:secret"), from: stranger) == .failure(.wait(180)))
      #expect(editors.verifiedVisitor(Self.basic("ada:secret"), from: stranger) == nil)
      #expect(await editors.check(Self.basic("nobody:guess"), from: stranger) == .failure(.wrong))
      // Their own network, or their session, is known.
      #expect(await editors.check(Self.basic("ada:secret"), from: address) == .success(Self.ada))
      let credentials = Credentials(name: "ada", password: "secret")
      #expect(
        await editors.check(credentials, from: stranger, isOwner: true).map(\.visitor)
          == .success(Self.ada))
      #expect(await editors.check(Self.basic("bob:secret"), from: stranger) == .success(Self.bob))
    }
  }

  @Test func `A password that was right before cannot be guessed without end`() async throws {
    try await withEditors("ada:\(Self.bcrypt)") { editors, _ in
      let right = Self.basic("ada:secret")
      _ = await editors.check(right, from: address)
      for number in 0..<19 { _ = await editors.check(Self.basic("ada:\(number)"), from: address) }
      // Another device of the network goes on.
      #expect(editors.verifiedVisitor(right, from: address) != nil)
      _ = await editors.check(Self.basic("ada:x"), from: address)
      #expect(editors.verifiedVisitor(right, from: address) == nil)
      guard case .failure(.wait) = await editors.check(right, from: address) else {
        Issue.record("The password was compared.")
        return
      }
    }
  }

  @Test func `Wrong passwords are delayed and logged without the password`() async throws {
    let log = RecordedLog()
    try await withEditors("ada:\(Self.bcrypt)", log: log) { editors, _ in
      for name in ["ada", "ada", "oops-my-password", "ada"] {
        #expect(await editors.check(Self.basic("\(name):guess"), from: address) == .failure(.wrong))
      }
      // The correct password is delayed as well.
      #expect(await editors.check(Self.basic("ada:secret"), from: address) == .failure(.wait(1)))
      // Other clients are not delayed.
      let elsewhere = try #require(ClientAddress("192.0.2.2"))
      #expect(await editors.check(Self.basic("ada:secret"), from: elsewhere) == .success(Self.ada))
    }
    #expect(
      log.lines == [
        "notice wrong password client=192.0.2.1 name=ada",
        "notice wrong password client=192.0.2.1 name=ada",
        "notice wrong password client=192.0.2.1 name=unknown",
        "notice wrong password client=192.0.2.1 name=ada",
      ])
  }

  @Test(.timeLimit(.minutes(2)))
  func `Many wrong passwords do not keep an editor out`() async throws {
    // With the default cost of the system, some 20 ms per check, the queue is
    // still full when the editor signs in.
    let hash = try #require(Password.hash(of: "secret"))
    try await withEditors("ada:\(hash)\nbob:\(hash)", waiting: 32) { editors, _ in
      let results = try await withThrowingTaskGroup(of: Result<Visitor, SignInFailure>?.self) {
        group in
        // Four networks fill the queue with 8 passwords each, and 8 more of
        // each are rejected.
        for number in 0..<64 {
          let guesser = try #require(ClientAddress("10.0.\(number % 4).1"))
          group.addTask {
            let result = await editors.check(Self.basic("ada:guess \(number)"), from: guesser)
            return result == .failure(.wrong) || result == .failure(.busy(1)) ? nil : result
          }
        }
        // The first rejection means that the queue is full.
        _ = try await group.next()
        // The editors are a client of another network, and a neighbour of an
        // attacker.
        for (name, address) in [("ada", "192.0.2.1"), ("bob", "10.0.1.2")] {
          let editor = try #require(ClientAddress(address))
          #expect(
            await editors.check(Self.basic("\(name):secret"), from: editor)
              == .success(Visitor(name: name, signIn: .password)))
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      // No guess was correct.
      #expect(!results.contains { if case .success = $0 { true } else { false } })
    }
  }

  @Test(arguments: [["bcrypt"], ["sha512"], ["bcrypt", "yescrypt", "sha512"]])
  func `An unknown name is checked like a known one`(kinds: [String]) async throws {
    let lines = try kinds.map { "\($0):\(try #require(Self.hashes[$0]))" }
    try await withEditors(lines.joined(separator: "\n")) { editors, _ in
      let hashes = Set(kinds.compactMap { Self.hashes[$0] })
      var found: Set<String> = []
      for name in (0..<200).map({ "unknown \($0)" }) {
        found.insert(editors.hashChecked(for: name))
        #expect(editors.hashChecked(for: name) == editors.hashChecked(for: name))
      }
      // Each hash is used for some unknown names.
      #expect(found == hashes)
      for kind in kinds { #expect(editors.hashChecked(for: kind) == Self.hashes[kind]) }
      // A password that is correct for another name is wrong for an unknown
      // one.
      for number in 0..<3 {
        #expect(
          await editors.check(Self.basic("nobody \(number):secret"), from: address)
            == .failure(.wrong))
      }
    }
  }

  @Test(
    arguments: [
      ("", []), (":", []), (":librarian", ["librarian"]),
      (": board , librarian", ["board", "librarian"]),
      (":a,,b", nil), (":,", nil), (":a:b", ["a:b"]),
    ] as [(String, Set<String>?)])
  func `An editor has the roles of the file`(roles: String, expected: Set<String>?) async throws {
    guard let expected else {
      await #expect(throws: SettingsError.self) {
        try await withEditors("ada:\(Self.bcrypt)\(roles)\n") { _, _ in }
      }
      return
    }
    try await withEditors("ada:\(Self.bcrypt)\(roles)\n") { editors, _ in
      let visitor = Visitor(name: "ada", roles: expected, signIn: .password)
      let ada = Self.basic("ada:secret")
      #expect(await editors.check(ada, from: address) == .success(visitor))
      #expect(editors.verifiedVisitor(ada, from: address) == visitor)
    }
  }

  @Test func `A reload discards verified passwords`() async throws {
    try await withEditors("ada:\(Self.bcrypt)\nbob:\(Self.bcrypt)") { editors, file in
      let (ada, bob) = (Self.basic("ada:secret"), Self.basic("bob:secret"))
      #expect(await editors.check(ada, from: address) == .success(Self.ada))
      #expect(await editors.check(bob, from: address) == .success(Self.bob))
      try Data("bob:\(Self.bcrypt)\n".utf8).write(to: file)
      try await editors.reload()
      #expect(editors.verifiedVisitor(ada, from: address) == nil)
      #expect(await editors.check(ada, from: address) == .failure(.wrong))
      #expect(await editors.check(bob, from: address) == .success(Self.bob))
      // An invalid file changes nothing.
      try Data("nonsense\n".utf8).write(to: file)
      await #expect(throws: SettingsError.self) { try await editors.reload() }
      #expect(editors.verifiedVisitor(bob, from: address) == Self.bob)
    }
  }

  @Test(arguments: [
    ("ada\n", "line 1 of the editors file"),
    ("\n:hash\n", "line 2"),
    ("ada:plain\n", "no strong password hash"),
    ("ada:$apr1$abcdefgh$0123456789012345678901\n", "no strong password hash"),
    ("ada:$1$abcdefgh$0123456789012345678901\n", "no strong password hash"),
    ("# nobody\n", "has no editor"),
    ("ada:HASH\nada:HASH\n", "line 2"),
  ])
  func `An invalid file is rejected with the reason`(text: String, says: String) async throws {
    let error = await #expect(throws: SettingsError.self) {
      try await withEditors(text.replacing("HASH", with: Self.bcrypt)) { _, _ in }
    }
    #expect(error?.errorDescription?.contains(says) == true)
  }
}

extension Editors {
  /// Returns the editor whose name and password in an `Authorization` field are correct.
  func check(_ field: String, from client: ClientAddress) async -> Result<Visitor, SignInFailure> {
    guard let credentials = Credentials(field) else { return .failure(.wrong) }
    return await check(credentials, from: client).map(\.visitor)
  }

  /// Returns the editor whose name and password in an `Authorization` field were correct before.
  fileprivate func verifiedVisitor(_ field: String, from client: ClientAddress) -> Visitor? {
    Credentials(field).flatMap { verified($0, from: client)?.visitor }
  }

  fileprivate func hashChecked(for name: String) -> String {
    state.withLock { $0.hashToCheck(for: name).text }
  }
}
