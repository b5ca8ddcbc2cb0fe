import Foundation
import Testing

@testable import AnimalsData

/// What people read when something goes wrong: one plain sentence each.
@Suite struct ErrorTextTests {
  @Test(
    arguments: [
      (LocalStoreError.animalNotFound, "The animal is no longer there."),
      (LocalStoreError.categoryNotFound, "The category is no longer there."),
      (LocalStoreError.animalIdInUse, "Another animal was added with this form already."),
      (LocalStoreError.unknownDiet("Fungivore"), "The diet “Fungivore” is not known."),
      (
        AnimalsReducer.Error(code: .animalNotFound), "The animal is no longer there."
      ),
    ] as [(any Error, String)])
  func `Each error has a plain sentence`(_ error: any Error, _ sentence: String) {
    #expect(error.localizedDescription == sentence)
  }
}
