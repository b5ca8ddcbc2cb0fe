import BreedsData
import Foundation

/// The display names of breeds. The API spells compound names as one word.
enum BreedNames {
  /// Returns the name of a breed, or of the first part of a sub-breed, such as
  /// "German Shepherd" for `germanshepherd`.
  static func breed(_ raw: String) -> String { words[raw] ?? capitalized(raw) }

  /// Returns the full name of a breed or sub-breed, such as "Afghan Hound".
  static func full(_ key: BreedKey) -> String {
    guard let subBreed = key.subBreed else { return breed(key.breed) }
    if let name = names["\(key.breed) \(subBreed)"] { return name }
    return "\(breed(subBreed)) \(breed(key.breed))"
  }

  /// Returns a name with the indefinite article, such as "An Akita".
  static func withArticle(_ name: String) -> String {
    let startsWithVowelSound =
      name.first.map { "AEIOU".contains($0) } == true && !name.hasPrefix("Eu")
    return startsWithVowelSound ? "An \(name)" : "A \(name)"
  }

  private static func capitalized(_ raw: String) -> String {
    raw.prefix(1).uppercased() + raw.dropFirst()
  }

  private static let words = [
    "bullterrier": "Bull Terrier",
    "cattledog": "Cattle Dog",
    "cotondetulear": "Coton de Tulear",
    "flatcoated": "Flat-coated",
    "germanlonghair": "German Longhaired",
    "germanshepherd": "German Shepherd",
    "kerryblue": "Kerry Blue",
    "mexicanhairless": "Mexican Hairless",
    "mountain": "Mountain Dog",
    "pekinese": "Pekingese",
    "pitbull": "Pit Bull",
    "sharpei": "Shar-Pei",
    "shiba": "Shiba Inu",
    "shihtzu": "Shih Tzu",
    "stbernard": "St. Bernard",
    "waterdog": "Water Dog",
    "westhighland": "West Highland",
  ]

  /// The full names that do not follow the pattern "sub-breed breed".
  private static let names = [
    "african wild": "African Wild Dog",
    "australian kelpie": "Australian Kelpie",
    "australian shepherd": "Australian Shepherd",
    "danish swedish": "Danish-Swedish Farmdog",
    "finnish lapphund": "Finnish Lapphund",
    "german shepherd": "German Shepherd",
    "hound blood": "Bloodhound",
    "mastiff bull": "Bullmastiff",
    "rough collie": "Rough Collie",
    "terrier dandie": "Dandie Dinmont Terrier",
    "terrier russell": "Russell Terrier",
  ]
}
