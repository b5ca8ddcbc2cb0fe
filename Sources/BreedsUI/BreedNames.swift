import BreedsData
import Foundation

/// Names as people write them: the network runs words together.
enum BreedNames {
  /// A breed, or the part of a sub-breed's name that stands before it, as
  /// "German Shepherd" for `germanshepherd`.
  static func breed(_ raw: String) -> String { words[raw] ?? capitalized(raw) }

  /// A breed or sub-breed in full, as "Afghan Hound".
  static func full(_ key: BreedKey) -> String {
    guard let subBreed = key.subBreed else { return breed(key.breed) }
    if let name = names["\(key.breed) \(subBreed)"] { return name }
    return "\(breed(subBreed)) \(breed(key.breed))"
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

  /// Those that are not put together as the others are.
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
