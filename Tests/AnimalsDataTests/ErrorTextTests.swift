import Foundation
import Testing

@testable import AnimalsData

/// What people read when something goes wrong: one plain sentence each.
@Suite struct ErrorTextTests {
  @Test(
    arguments: [
      (LocalStoreError.animalNotFound, "This animal no longer exists."),
      (LocalStoreError.categoryNotFound, "This category no longer exists."),
      (LocalStoreError.animalIdInUse, "This form has already added another animal."),
      (LocalStoreError.unknownDiet("Fungivore"), "The diet “Fungivore” is not known."),
      (
        AnimalsReducer.Error(code: .animalNotFound), "This animal no longer exists."
      ),
    ] as [(any Error, String)])
  func `Each error has a plain sentence`(_ error: any Error, _ sentence: String) {
    #expect(error.localizedDescription == sentence)
  }
}
