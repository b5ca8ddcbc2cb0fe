import Foundation
import Testing

@testable import AnimalsData

/// The error messages that visitors read.
@Suite struct ErrorTextTests {
  @Test(
    arguments: [
      (LocalStoreError.animalNotFound, "This animal no longer exists."),
      (LocalStoreError.categoryNotFound, "This category no longer exists."),
      (LocalStoreError.animalIdInUse, "This form has already added another animal."),
      (LocalStoreError.unknownDiet("Fungivore"), "The diet “Fungivore” is unknown."),
      (StaleAnimalError(), "Someone else changed it. Try again."),
      (
        AnimalsReducer.Error(code: .animalNotFound), "This animal no longer exists."
      ),
    ] as [(any Error, String)])
  func `Each error has a message for visitors`(_ error: any Error, _ sentence: String) {
    #expect(error.localizedDescription == sentence)
  }
}
