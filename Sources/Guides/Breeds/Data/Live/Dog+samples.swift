import Foundation

extension Dog {
  /// A list of our own, with the spelling of the dog API.
  package static let samples: [Dog] = [
    Dog(breed: "affenpinscher", subBreeds: []),
    Dog(breed: "akita", subBreeds: []),
    Dog(breed: "australian", subBreeds: ["kelpie", "shepherd"]),
    Dog(breed: "basenji", subBreeds: []),
    Dog(breed: "beagle", subBreeds: []),
    Dog(breed: "borzoi", subBreeds: []),
    Dog(breed: "boxer", subBreeds: []),
    Dog(breed: "briard", subBreeds: []),
    Dog(breed: "bulldog", subBreeds: ["boston", "english", "french"]),
    Dog(breed: "chihuahua", subBreeds: []),
    Dog(breed: "chow", subBreeds: []),
    Dog(breed: "collie", subBreeds: ["border"]),
    Dog(breed: "corgi", subBreeds: ["cardigan"]),
    Dog(breed: "dachshund", subBreeds: []),
    Dog(breed: "dalmatian", subBreeds: []),
    Dog(breed: "doberman", subBreeds: []),
    Dog(breed: "eskimo", subBreeds: []),
    Dog(breed: "german", subBreeds: ["shepherd"]),
    Dog(breed: "greyhound", subBreeds: ["italian"]),
    Dog(breed: "hound", subBreeds: ["afghan", "basset", "blood", "english"]),
    Dog(breed: "husky", subBreeds: []),
    Dog(breed: "leonberg", subBreeds: []),
    Dog(breed: "maltese", subBreeds: []),
    Dog(breed: "mastiff", subBreeds: ["bull", "english", "tibetan"]),
    Dog(breed: "mountain", subBreeds: ["bernese", "swiss"]),
    Dog(breed: "newfoundland", subBreeds: []),
    Dog(breed: "papillon", subBreeds: []),
    Dog(breed: "pointer", subBreeds: ["german"]),
    Dog(breed: "poodle", subBreeds: ["miniature", "standard", "toy"]),
    Dog(breed: "pug", subBreeds: []),
    Dog(breed: "retriever", subBreeds: ["chesapeake", "curly", "flatcoated", "golden"]),
    Dog(breed: "rottweiler", subBreeds: []),
    Dog(breed: "saluki", subBreeds: []),
    Dog(breed: "samoyed", subBreeds: []),
    Dog(breed: "schnauzer", subBreeds: ["giant", "miniature"]),
    Dog(breed: "setter", subBreeds: ["english", "gordon", "irish"]),
    Dog(breed: "shiba", subBreeds: []),
    Dog(breed: "spaniel", subBreeds: ["brittany", "cocker", "irish"]),
    Dog(breed: "stbernard", subBreeds: []),
    Dog(breed: "terrier", subBreeds: ["border", "cairn", "fox", "irish", "russell", "scottish"]),
    Dog(breed: "vizsla", subBreeds: []),
    Dog(breed: "whippet", subBreeds: []),
  ]
}

extension AppEnvironment {
  /// The environment of the sample: a list that is stored nowhere, without
  /// pictures.
  package static let sample = AppEnvironment(
    dogs: DogsEnvironment(loadDogs: { Dog.samples }),
    breed: BreedEnvironment(loadDogImage: { _ in nil }))
}
