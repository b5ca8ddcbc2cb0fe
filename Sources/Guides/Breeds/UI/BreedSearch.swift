import BreedsData
import Look
import TextSearch

/// A search for breeds and sub-breeds by what people type: their names in any spelling, other
/// names, parts of words, and words with a typing error.
struct BreedSearch {
  /// A breed or sub-breed that was found.
  struct Hit: Hashable {
    let key: BreedKey
    /// The name, with the words that were found.
    let name: FoundText
    /// The other name by which it was found; `nil` if by its own one.
    let alias: String?
  }

  /// The breeds with all words of the search, the best one first.
  let hits: [Hit]
  /// The breeds with one of several words, in the order of their names, without groups.
  let related: [Hit]

  /// - Parameters:
  ///   - query: what was typed. O(breeds × words).
  ///   - dogs: the breeds.
  init(_ query: String, in dogs: [Dog]) {
    let words = Self.words(query)
    var found: [(score: Int, name: String, hit: Hit)] = []
    var related: [(name: String, hit: Hit)] = []
    for dog in dogs {
      for key in dog.keys.dropFirst(BreedNames.onlyVariety(of: dog) == nil ? 0 : 1) {
        let name = BreedNames.full(key)
        func hit(alias: String?) -> Hit {
          let shown = FoundText(name) { word in
            let word = Self.folded(word)
            return words.contains { Self.score(of: $0, in: word) != nil }
          }
          return Hit(key: key, name: shown, alias: alias)
        }
        let own = [name, key.subBreed.map { "\($0)\(key.breed)" } ?? key.breed]
        let ownScore = own.compactMap { Self.score(of: words, in: Self.words($0)) }.min()
        let aliases = BreedNames.aliases(of: key).compactMap { alias in
          Self.score(of: words, in: Self.words(alias)).map { (score: $0, alias: alias) }
        }
        let alias = aliases.min { $0.score < $1.score }
        if let ownScore, ownScore <= alias?.score ?? .max {
          found.append((ownScore, name, hit(alias: nil)))
        } else if let alias {
          found.append((alias.score, name, hit(alias: alias.alias)))
        } else if words.count > 1, key.subBreed != nil || dog.subBreeds.isEmpty,
          words.contains(where: { word in
            word.count > 3 && Self.words(name).contains { $0.hasPrefix(word) }
          })
        {
          related.append((name, hit(alias: nil)))
        }
      }
    }
    hits = found.sorted { ($0.score, $0.name) < ($1.score, $1.name) }.map(\.hit)
    self.related = related.sorted { $0.name < $1.name }.map(\.hit)
  }

  /// Words that do not tell breeds apart.
  private static let general: Set<String> = ["dog", "dogs", "breed", "breeds", "puppy", "puppies"]
  /// Words that are spelt in several ways.
  private static let spellings = ["saint": "st", "sankt": "st", "miniature": "mini"]

  /// Returns the words of a text, folded, without those that do not tell breeds apart.
  private static func words(_ text: String) -> [String] {
    let words = folded(text).split { !$0.isLetter && !$0.isNumber }.prefix(8)
      .map { spellings[String($0)] ?? String($0) }
    let telling = words.filter { !general.contains($0) }
    return telling.isEmpty ? words : telling
  }

  private static func folded(_ text: String) -> String {
    String(decoding: SearchText(text).bytes, as: UTF8.self)
  }

  /// Returns how badly the words of a search match those of a name; `nil` if one of them does
  /// not. Names are compared without spaces as well.
  private static func score(of words: [String], in name: [String]) -> Int? {
    guard !words.isEmpty else { return nil }
    let (typed, joined) = (words.joined(), name.joined())
    if typed == joined { return 0 }
    let scores = words.map { word in
      name.compactMap { score(of: word, in: $0) }.min()
    }
    let sum = scores.reduce(0 as Int?) { sum, score in sum.flatMap { sum in score.map { sum + $0 } }
    }
    let whole = score(of: typed, in: joined).map { $0 + 1 }
    return [sum, whole].compactMap { $0 }.min().map {
      4 * $0 + max(0, name.count - words.count) + 1
    }
  }

  /// Returns 0 for the same word, 1 for its beginning, 2 for a part of it and 3 for a typing
  /// error; `nil` for another word.
  static func score(of typed: String, in word: String) -> Int? {
    if typed == word { return 0 }
    if word.hasPrefix(typed) { return 1 }
    if typed.count > 2, word.contains(typed) { return 2 }
    return isTypingError(typed, of: word) ? 3 : nil
  }

  /// Returns true for a word of four letters with one typing error, or of seven with two: a
  /// letter too many, missing or wrong, or two that changed places.
  private static func isTypingError(_ typed: String, of word: String) -> Bool {
    let shorter = min(typed.count, word.count)
    guard shorter > 3, abs(typed.count - word.count) < 3 else { return false }
    let distance = editDistance(from: typed, to: word)
    if distance <= (shorter < 7 ? 1 : 2) { return true }
    guard distance == 2, typed.count == word.count else { return false }
    let places = zip(typed, word).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
    let (letters, others) = (Array(typed), Array(word))
    return places.count == 2 && places[1] == places[0] + 1
      && letters[places[0]] == others[places[1]] && letters[places[1]] == others[places[0]]
  }
}
