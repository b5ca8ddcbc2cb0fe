import Records

/// A record type in an earlier version of a program.
enum EarlierVersion {
  struct Tree: Record {
    var name = ""
    var girth = 1
    static let fields: Fields<Self> = [.text(\.name, 1...9), .whole(\.girth, 1...9)]
    static let samples = [Self(name: "Oak", girth: 3)]
  }
}

/// The record type in a later version.
enum LaterVersion {
  struct Tree: Record {
    var age = 7
    var bark = "it's \"rough\""
    var name = ""
    static let fields: Fields<Self> = [
      .whole(\.age, 1...9), .text(\.bark, 0...20), .text(\.name, 1...9),
    ]
    static let samples = [Self(name: "Elm")]
    static let retiredFields = ["girth"]
  }
}

/// A version whose field is optional, with a rule.
enum OptionalVersion {
  struct Tree: Record {
    var name = ""
    var girth: Int? = 1
    static let fields: Fields<Self> = [.text(\.name, 1...9), .whole(\.girth, 1...9)]
    static let rules: [RecordRule<Self>] = [.unique(\.name)]
  }
}

/// A version whose field is required again.
enum RequiredVersion {
  struct Tree: Record {
    var name = ""
    var girth = 1
    static let fields: Fields<Self> = [.text(\.name, 1...9), .whole(\.girth, 1...9)]
  }
}
