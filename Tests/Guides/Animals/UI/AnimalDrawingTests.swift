import AnimalsData
import Foundation
import Testing

@testable import AnimalsUI

@Suite struct AnimalDrawingTests {
  @Test(
    arguments: [
      ("Cat", "Mammal", "cat"), ("Tom", "Mammal", "cat"), ("Afghan Hound", "Mammal", "dog"),
      ("Red-necked wallaby", "Mammal", "kangaroo"), ("House mice", "Mammal", "mouse"),
      ("Two dogs", "Mammal", "dog"), ("Snowy owl", "Bird", "owl"),
      ("Tree frog", "Amphibian", "frog"), ("Atlantic salmon", "Fish", "salmon"),
      // The last word says what it is.
      ("Cat shark", "Fish", "shark"), ("Spider monkey", "Mammal", "gibbon"),
      ("Elephant seal", "Mammal", "track"),
      // A word that means an animal of another category means nothing.
      ("Tiger beetle", "Invertebrate", "butterfly"), ("Parrot fish", "Fish", "salmon"),
      ("Catfish", "Fish", "salmon"),
      // No word is known.
      ("Aye-aye", "Mammal", "track"), ("Kea", "Bird", "bird"), ("Tuatara", "Reptile", "turtle"),
      ("Caecilian", "Amphibian", "frog"), ("", "Mammal", "track"), ("袋鼠", "Mammal", "track"),
      // A category of one's own.
      ("Grey wolf", "Pack", "dog"), ("Dragon", "Myth", "track"),
    ])
  func `A name is drawn`(_ name: String, _ category: String, _ symbol: String) {
    #expect(AnimalDrawings.symbol(of: name, in: category) == symbol)
  }

  @Test func `The file has each symbol, and no other`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../../Public/\(AnimalDrawings.file)").standardized
    let text = try String(contentsOf: file, encoding: .utf8)
    let symbols = text.matches(of: /<symbol id="([a-z]+)"/).map { String($0.1) }
    #expect(Set(symbols) == AnimalDrawings.all)
    #expect(symbols.count == 35)
  }
}
