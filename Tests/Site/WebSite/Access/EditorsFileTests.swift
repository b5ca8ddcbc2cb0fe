import Foundation
import TestSupport
import Testing

@testable import WebSite

/// Changes of the editors file, and the rule for new passwords.
@Suite struct EditorsFileTests {
  private static let hash = EditorsTests.bcrypt
  private static let text = "# Who may write.\n\nada:\(hash):board\nbob:\(hash):a:b\n"

  private struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var before = EditorsFileTests.text
    var change: @Sendable (inout EditorsFile) throws -> Void
    var after: String?

    init(
      _ name: String, before: String = EditorsFileTests.text, after: String?,
      _ change: @escaping @Sendable (inout EditorsFile) throws -> Void
    ) {
      testDescription = name
      (self.before, self.after, self.change) = (before, after, change)
    }
  }

  private static let cases = [
    Case("another editor", after: text + "eve:\(hash)\n") {
      $0.set(.init(name: "eve", secret: hash))
    },
    Case("the first editor", before: "", after: "eve:\(hash):a,b\n") {
      $0.set(.init(name: "eve", secret: hash, roles: ["a", "b"]))
    },
    Case("without a line break at the end", before: "ada:\(hash)", after: "ada:\(hash):,,#1\n") {
      try signOut("ada", in: &$0)
    },
    Case("signed out twice", after: text.replacing("board", with: "board,,#2")) {
      try signOut("ada", in: &$0)
      try signOut(" ada ", in: &$0)
    },
    Case("a role with a colon", after: text.replacing("a:b\n", with: "a:b,,#1\n")) {
      try signOut("bob", in: &$0)
    },
    Case(
      "a role that ends with a number", before: "ada:\(hash):team:5\n",
      after: "ada:\(hash):team:5,,#1\n"
    ) {
      try signOut("ada", in: &$0)
    },
    Case("a removed editor", after: "# Who may write.\n\nbob:\(hash):a:b\n") {
      try $0.remove("ada")
    },
    Case("an unknown editor", after: nil) { try $0.remove("eve") },
    Case("the last editor", before: "ada:\(hash)\n", after: nil) { try $0.remove("ada") },
    Case("a malformed file", before: "ada:secret\n", after: nil) { _ in },
  ]

  private static func signOut(_ name: String, in file: inout EditorsFile) throws {
    var editor = try file.editor(named: name)
    editor.signOuts += 1
    file.set(editor)
  }

  @Test(arguments: cases) private func `A change keeps all other lines`(_ change: Case) throws {
    let folder = try TemporaryFolder()
    let (file, link) = (folder.url.appending(path: "editors"), folder.url.appending(path: "link"))
    try Data(change.before.utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o604], ofItemAtPath: file.path)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
    let version = EditorsFile.version(of: file)
    let result = Result {
      try EditorsFile.change(at: link, groupOf: folder.url) { try change.change(&$0) }
    }
    #expect((try? result.get()) == nil ? change.after == nil : change.after != nil)
    #expect(try String(contentsOf: file, encoding: .utf8) == change.after ?? change.before)
    #expect((EditorsFile.version(of: file) == version) == (change.after == nil))
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o604)
    #expect(try folder.names == ["editors", "link"])
  }

  @Test func `A missing file is created for its owner and group`() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "editors")
    #expect(EditorsFile.version(of: file) == "")
    try EditorsFile.change(at: file, groupOf: folder.url) {
      $0.set(.init(name: "ada", secret: Self.hash))
    }
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(throws: SettingsError.self) {
      try EditorsFile.change(at: file.appending(path: "below"), groupOf: folder.url) { _ in }
    }
  }

  @Test(
    arguments: [
      ("", .short), ("nine char", .short), ("  nine char  ", .short), ("ten chars!", nil),
      ("größe 12äö", nil), (String(repeating: "ä", count: 256), .long),
      ("null\u{0}null\u{0}", .long),
      ("Ada Lovelace", .name), (" ada lovelace", .name), ("Ada Lovelace 1815", nil),
      ("basketball", .common), ("BasketBall", .common), ("1234567890", .common),
      ("correct horse battery", nil),
    ] as [(String, Password.Problem?)])
  func `A new password is long, not the name and not common`(
    password: String, problem: Password.Problem?
  ) {
    #expect(Password.problem(with: password, for: "Ada Lovelace") == problem)
  }

  @Test func `Common passwords are those that the length allows`() {
    #expect(commonPasswords.count > 700)
    #expect(commonPasswords.allSatisfy { $0.count >= Password.minLength && $0 == $0.lowercased() })
  }

  @Test func `An invitation is read as it was written`() {
    let token = SessionToken.random()
    let invitation = Invitation(token, at: 1_000)
    #expect(invitation.expiry == 87_400)
    #expect(Invitation(invitation.text) == invitation)
    #expect(!invitation.text.contains(token.text))
    for text in ["", "invitation", "invitation-1-a", EditorsTests.bcrypt, "x" + invitation.text] {
      #expect(Invitation(text) == nil)
    }
  }

  @Test func `Accepted invitations are read as they were written`() throws {
    let folder = try TemporaryFolder()
    #expect(AcceptedInvitations.write(["a"], to: folder.url))
    #expect(AcceptedInvitations.read(in: folder.url) == ["a"])
    #expect(!AcceptedInvitations.write(["a"], to: folder.url.appending(path: "missing")))
  }
}
