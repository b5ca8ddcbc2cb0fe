import Foundation

extension Dog {
  /// A list of our own, with the spelling of the dog API.
  package static let samples: [Dog] = sampleVarieties.map {
    Dog(breed: $0.key, subBreeds: $0.value)
  }
  .sorted { $0.breed < $1.breed }

  private static let sampleVarieties: [String: [String]] = [
    "affenpinscher": [], "akita": [], "australian": ["kelpie", "shepherd"], "basenji": [],
    "beagle": [], "borzoi": [], "boxer": [], "briard": [],
    "bulldog": ["boston", "english", "french"], "chihuahua": [], "chow": [], "collie": ["border"],
    "corgi": ["cardigan"], "dachshund": [], "dalmatian": [], "doberman": [], "eskimo": [],
    "german": ["shepherd"], "greyhound": ["italian"],
    "hound": ["afghan", "basset", "blood", "english"], "husky": [], "leonberg": [], "maltese": [],
    "mastiff": ["bull", "english", "tibetan"], "mountain": ["bernese", "swiss"], "newfoundland": [],
    "papillon": [], "pointer": ["german"], "poodle": ["miniature", "standard", "toy"], "pug": [],
    "retriever": ["chesapeake", "curly", "flatcoated", "golden"], "rottweiler": [], "saluki": [],
    "samoyed": [], "schnauzer": ["giant", "miniature"], "setter": ["english", "gordon", "irish"],
    "shiba": [], "spaniel": ["brittany", "cocker", "irish"], "stbernard": [],
    "terrier": ["border", "cairn", "fox", "irish", "russell", "scottish"], "vizsla": [],
    "whippet": [],
  ]
}

extension AppEnvironment {
  /// The environment of the sample: a list that is stored nowhere, without
  /// pictures.
  package static let sample = AppEnvironment(
    dogs: DogsEnvironment(loadDogs: { Dog.samples }),
    breed: BreedEnvironment(loadDogImage: { _ in nil }))
}
