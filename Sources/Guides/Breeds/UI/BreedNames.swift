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

  /// Returns the variety that a breed of the list consists of, such as the Great Dane of
  /// `dane`, if the breed by itself is only a part of its name.
  static func onlyVariety(of dog: Dog) -> BreedKey? {
    guard dog.subBreeds.count == 1, partsOfNames.contains(dog.breed) else { return nil }
    return BreedKey(breed: dog.breed, subBreed: dog.subBreeds[0])
  }

  /// Returns a name with the indefinite article, such as "An Akita".
  static func withArticle(_ name: String) -> String {
    let startsWithVowelSound =
      name.first.map { "AEIOU".contains($0) } == true && !name.hasPrefix("Eu")
    return startsWithVowelSound ? "An \(name)" : "A \(name)"
  }

  /// Returns the other names of a breed or sub-breed.
  static func aliases(of key: BreedKey) -> [String] {
    otherNames[key.subBreed.map { "\(key.breed) \($0)" } ?? key.breed] ?? []
  }

  private static func capitalized(_ raw: String) -> String {
    raw.prefix(1).uppercased() + raw.dropFirst()
  }

  private static let words = [
    "airedale": "Airedale Terrier",
    "bluetick": "Bluetick Coonhound",
    "bouvier": "Bouvier des Flandres",
    "brabancon": "Brabançon",
    "bullterrier": "Bull Terrier",
    "cattledog": "Cattle Dog",
    "chow": "Chow Chow",
    "cotondetulear": "Coton de Tulear",
    "eskimo": "American Eskimo Dog",
    "flatcoated": "Flat-coated",
    "germanlonghair": "German Longhaired",
    "germanshepherd": "German Shepherd",
    "kerryblue": "Kerry Blue",
    "leonberg": "Leonberger",
    "lhasa": "Lhasa Apso",
    "mexicanhairless": "Mexican Hairless",
    "mix": "Mixed Breed",
    "mountain": "Mountain Dog",
    "pekinese": "Pekingese",
    "pembroke": "Pembroke Welsh Corgi",
    "pitbull": "Pit Bull",
    "pyrenees": "Great Pyrenees",
    "redbone": "Redbone Coonhound",
    "sharpei": "Shar-Pei",
    "shiba": "Shiba Inu",
    "shihtzu": "Shih Tzu",
    "stbernard": "St. Bernard",
    "waterdog": "Water Dog",
    "westhighland": "West Highland",
  ]

  /// The breeds of the list that nobody calls by this word alone.
  private static let partsOfNames: Set = [
    "african", "dane", "danish", "finnish", "frise", "german", "rough",
  ]

  /// The other names of breeds, and of sub-breeds as "breed sub-breed".
  private static let otherNames = [
    "african wild": ["Painted dog"],
    "australian shepherd": ["Aussie"],
    "bulldog boston": ["Boston terrier"],
    "bulldog english": ["British bulldog"],
    "bulldog french": ["Frenchie"],
    "bullterrier staffordshire": ["Staffie", "Staffy", "Staffordshire terrier"],
    "cattledog australian": ["Blue heeler", "Queensland heeler", "Red heeler"],
    "chihuahua": ["Chiwawa"],
    "corgi cardigan": ["Welsh corgi"],
    "dachshund": ["Doxie", "Sausage dog", "Wiener dog", "Badger dog", "Teckel"],
    "dane great": ["German mastiff"],
    "doberman": ["Dobermann pinscher"],
    "eskimo": ["Eskie"],
    "german shepherd": ["Alsatian", "GSD"],
    "germanshepherd": ["Alsatian", "GSD"],
    "greyhound italian": ["Iggy"],
    "hound plott": ["Plott hound"],
    "husky": ["Siberian husky"],
    "labrador": ["Labrador retriever", "Lab"],
    "malamute": ["Alaskan malamute"],
    "malinois": ["Belgian shepherd", "Belgian malinois"],
    "mastiff bull": ["Bull mastiff"],
    "mexicanhairless": ["Xoloitzcuintli", "Xolo"],
    "mix": ["Mongrel", "Mutt", "Crossbreed"],
    "mountain bernese": ["Berner Sennenhund", "Bernese"],
    "mountain swiss": ["Greater Swiss mountain dog", "Swissy"],
    "newfoundland": ["Newfie"],
    "pekinese": ["Peking palace dog"],
    "pinscher miniature": ["Min pin"],
    "pitbull": ["American pit bull terrier"],
    "pointer german": ["German shorthaired pointer"],
    "pomeranian": ["Pom", "Dwarf spitz"],
    "poodle medium": ["Moyen poodle"],
    "pug": ["Mops", "Carlin"],
    "pyrenees": ["Pyrenean mountain dog"],
    "retriever chesapeake": ["Chessie"],
    "retriever golden": ["Goldie"],
    "ridgeback rhodesian": ["African lion dog"],
    "rottweiler": ["Rottie"],
    "samoyed": ["Sammy"],
    "segugio italian": ["Italian hound"],
    "sheepdog english": ["Bobtail"],
    "sheepdog shetland": ["Sheltie"],
    "spaniel blenheim": ["Cavalier King Charles spaniel"],
    "spaniel japanese": ["Japanese chin"],
    "stbernard": ["Saint Bernard"],
    "terrier american": ["American Staffordshire terrier", "Amstaff"],
    "terrier russell": ["Jack Russell", "Parson Russell terrier"],
    "terrier scottish": ["Scottie"],
    "terrier westhighland": ["Westie", "West Highland white terrier"],
    "terrier wheaten": ["Soft-coated wheaten terrier"],
    "terrier yorkshire": ["Yorkie"],
    "tervuren": ["Belgian tervuren"],
    "waterdog spanish": ["Perro de agua"],
    "weimaraner": ["Weim"],
  ]

  /// The full names that do not follow the pattern "sub-breed breed".
  private static let names = [
    "african wild": "African wild dog",
    "australian kelpie": "Australian Kelpie",
    "australian shepherd": "Australian Shepherd",
    "corgi cardigan": "Cardigan Welsh Corgi",
    "danish swedish": "Danish-Swedish Farmdog",
    "finnish lapphund": "Finnish Lapphund",
    "german shepherd": "German Shepherd",
    "hound blood": "Bloodhound",
    "mastiff bull": "Bullmastiff",
    "retriever chesapeake": "Chesapeake Bay Retriever",
    "retriever curly": "Curly-coated Retriever",
    "rough collie": "Rough Collie",
    "sheepdog english": "Old English Sheepdog",
    "spaniel welsh": "Welsh Springer Spaniel",
    "springer english": "English Springer Spaniel",
    "terrier dandie": "Dandie Dinmont Terrier",
    "terrier russell": "Russell Terrier",
  ]
}
