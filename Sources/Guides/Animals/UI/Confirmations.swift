import AnimalsData
import ImmutableUI
import Look
import Markup
import Records

/// The confirmations of destructive operations.
enum Confirmations {}

extension Confirmations {
  /// The confirmation of a reload, which discards all changes.
  struct ReloadContainer: ImmutableUI.Container {
    let location: AnimalsLocation

    func viewState(_ select: SelectAnimals) -> Confirmation.ViewState {
      let animals = counted(
        select(.animalsCounts).values.reduce(0, +), "animal", "animals")
      return Confirmation.ViewState(
        title: Phrase("Reset sample data?"),
        message: "All \(animals) are replaced by the samples, for everyone. Added animals are "
          + "removed; edited and deleted ones are restored. You can undo this until the next "
          + "change.",
        confirm: Phrase("Yes, reset sample data"),
        action: AnimalsRoute.post(.reloadSampleData, from: location.plain).href,
        cancel: location.plain.href)
    }
  }
}
