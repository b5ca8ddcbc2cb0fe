import AnimalsData
import Look
import Markup

/// The drawing of an animal or of a category, in the colour of the surrounding text.
///
/// All drawings are symbols of one file, which browsers load once.
struct AnimalDrawing: Component, Hashable {
  let href: Href

  fileprivate init(_ href: Href) { self.href = href }

  var body: some HTML {
    svg { use().href(href) }.class("draw").viewBox(ViewBox(0, 0, 48, 48)).aria(.hidden, "true")
  }
}

/// The file with the drawings.
struct AnimalDrawings: Hashable, Sendable {
  /// The name of the file in the folder of public files.
  static let file = "animals-drawings.svg"

  private let address: Href

  /// - Parameter address: the address of the file.
  init(_ address: Href) { self.address = address }

  /// The drawings of previews, which do not know the content of the file.
  static let preview = Self(Href(path: ["static", "animals-drawings.0000000000000000.svg"]))

  /// Returns the drawing of an animal.
  func callAsFunction(_ animal: Animal) -> AnimalDrawing {
    self[Self.symbol(of: animal.name, in: animal.categoryId)]
  }

  /// Returns the drawing of a category, or of all animals.
  func callAsFunction(of categoryId: AnimalsData.Category.ID) -> AnimalDrawing {
    self[categoryId == Category.mammal.id ? "kangaroo" : Self.symbols[categoryId] ?? Self.unknown]
  }

  private subscript(symbol: String) -> AnimalDrawing { AnimalDrawing(address.fragment(symbol)) }
}

extension AnimalDrawings {
  /// Returns the symbol that a name means, by the last word that means one; or else that of the
  /// category.
  static func symbol(of name: String, in categoryId: AnimalsData.Category.ID) -> String {
    let words = name.lowercased().split { !$0.isLetter }.map(String.init)
    // A spider monkey is no spider, and a catfish no cat.
    let drawn = words.reversed().lazy.compactMap { word in
      meanings[word] ?? (word.hasSuffix("s") ? meanings[String(word.dropLast())] : nil)
    }.first { $0.categoryId == categoryId || !Self.categories.contains(categoryId) }
    return drawn?.symbol ?? symbols[categoryId] ?? unknown
  }

  /// All symbols of the file.
  static var all: Set<String> {
    Set(words.map(\.symbol)).union(symbols.values).union([unknown])
  }

  /// The track of a paw.
  private static let unknown = "track"

  /// The symbols of animals that have none of their own, by category.
  private static let symbols = [
    Category.amphibian.id: "frog", Category.bird.id: "bird", Category.fish.id: "salmon",
    Category.invertebrate.id: "butterfly", Category.mammal.id: unknown,
    Category.reptile.id: "turtle",
  ]

  private static let categories = Set(symbols.keys)

  /// The symbols, with the words that mean them besides their names.
  private static let words: [(categoryId: AnimalsData.Category.ID, symbol: String, also: String)] =
    [
      (Category.amphibian.id, "frog", "toad treefrog bullfrog"),
      (Category.amphibian.id, "newt", "salamander axolotl olm eft"),
      (Category.bird.id, "duck", "goose geese gosling swan mallard teal drake eider"),
      (Category.bird.id, "eagle", "hawk falcon buzzard kite kestrel osprey vulture condor harrier"),
      (Category.bird.id, "hen", "chicken chick cock rooster cockerel turkey pheasant grouse quail"),
      (Category.bird.id, "owl", "owlet"),
      (Category.bird.id, "penguin", ""),
      (Category.fish.id, "shark", "dogfish hammerhead"),
      (Category.invertebrate.id, "bee", "bumblebee honeybee wasp hornet"),
      (Category.invertebrate.id, "crab", "lobster crayfish shrimp prawn"),
      (Category.invertebrate.id, "octopus", "squid cuttlefish nautilus"),
      (Category.invertebrate.id, "snail", "slug limpet whelk"),
      (Category.invertebrate.id, "spider", "tarantula"),
      (Category.mammal.id, unknown, "seal walrus otter"),
      (Category.mammal.id, "bat", "pipistrelle noctule"),
      (Category.mammal.id, "bear", "grizzly panda"),
      (
        Category.mammal.id, "cat",
        "tom tomcat kitten wildcat bobcat lion lioness tiger leopard lynx puma cougar jaguar cheetah"
      ),
      (Category.mammal.id, "cow", "bull ox oxen calf cattle bison buffalo yak"),
      (Category.mammal.id, "dog", "hound puppy wolf wolves dingo jackal coyote"),
      (Category.mammal.id, "elephant", "mammoth"),
      (Category.mammal.id, "fox", "vixen"),
      (
        Category.mammal.id, "gibbon",
        "monkey ape macaque chimpanzee orangutan gorilla baboon lemur siamang"
      ),
      (Category.mammal.id, "horse", "pony ponies mare stallion foal zebra donkey mule"),
      (Category.mammal.id, "kangaroo", "wallaby wallabies wallaroo joey"),
      (Category.mammal.id, "mouse", "mice rat vole shrew hamster gerbil dormouse lemming"),
      (Category.mammal.id, "pig", "piglet boar sow hog swine warthog"),
      (Category.mammal.id, "rabbit", "hare bunny"),
      (Category.mammal.id, "sheep", "lamb ewe ram mouflon"),
      (Category.mammal.id, "whale", "dolphin porpoise orca narwhal"),
      (Category.reptile.id, "lizard", "gecko skink iguana chameleon monitor"),
      (Category.reptile.id, "snake", "adder viper python boa cobra mamba"),
      (Category.reptile.id, "turtle", "tortoise terrapin"),
    ]

  private static let meanings: [String: (categoryId: AnimalsData.Category.ID, symbol: String)] =
    Dictionary(
      words.flatMap { categoryId, symbol, also in
        ([symbol] + also.split(separator: " ").map(String.init)).map {
          ($0, (categoryId, symbol))
        }
      }, uniquingKeysWith: { first, _ in first })
}
