import AnimalsData
import ImmutableUI
import Look
import Markup
import Records

/// The confirmations of destructive operations.
enum Confirmations {}

extension Confirmations {
  /// The confirmation of a deletion.
  struct DeleteContainer: ImmutableUI.Container {
    let animalId: Animal.ID
    let location: AnimalsLocation
    /// True if the animal was changed after the deletion was requested.
    var isChanged = false

    func viewState(_ select: SelectAnimals) -> Confirmation.ViewState {
      let animal = select(.animal(animalId: animalId))
      let here = location.with { $0.animalId = animalId }
      let name = animal?.name ?? "this animal"
      let message = "The animal is deleted for everyone. You can undo this for a short while."
      return Confirmation.ViewState(
        title: Phrase("Delete ", name: name, "?"),
        message: isChanged
          ? "Someone else saved this animal after you opened it. Check the new values. \(message)"
          : message,
        facts: isChanged ? animal.map { facts(of: $0, select) } ?? [] : [],
        confirm: Phrase("Yes, delete ", name: name),
        action: AnimalsRoute.post(.deleteAnimal, from: here).href,
        cancel: here.closed(at: "delete"),
        fields: [HiddenField("animalId", animalId)]
          + (animal.map { [HiddenField("version", $0.version)] } ?? []), subject: "animal")
    }

    private func facts(of animal: Animal, _ select: SelectAnimals) -> [Fact] {
      [
        Fact("Name", animal.name),
        Fact("Diet", animal.diet.rawValue),
        Fact(
          "Category", select(.category(categoryId: animal.categoryId))?.name ?? animal.categoryId),
      ]
    }
  }

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
