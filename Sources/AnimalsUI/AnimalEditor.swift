import AnimalsData
import ImmutableUI
import Look
import Markup

/// The sheet in which an animal is added or changed.
enum AnimalEditor {}

extension AnimalEditor {
  /// Reads what the editor offers, around what was typed.
  struct Container: ImmutableUI.Container {
    /// Why the form is shown again.
    enum Problem: Hashable, Sendable {
      case fields(FieldErrors<AnimalForm.Field>)
      /// Somebody else saved the animal after the form was made.
      case changed(stored: Animal)
      /// Somebody else deleted the animal after the form was made.
      case deleted
      /// The form had added an animal already, and was filled in anew.
      case addedAlready(name: String)
      /// It could not be kept.
      case failed(String)
      /// Another change of the animal did not end in time.
      case busy
    }

    let location: AnimalsRoute.Location
    let form: AnimalForm
    var problem: Problem?

    func viewState(_ select: SelectAnimals) -> ViewState {
      let (title, event, hidden) =
        switch form.purpose {
        case .add(let id):
          ("Add animal", AnimalsRoute.Event.addAnimal, [HiddenField("id", id)])
        case .update(let animalId, let version):
          (
            "Edit animal", AnimalsRoute.Event.updateAnimal,
            [
              HiddenField("animalId", animalId),
              HiddenField("version", version),
            ]
          )
        }
      return ViewState(
        title: title,
        isNew: form.purpose.isNew,
        action: AnimalsRoute.post(event, from: location.plain).href,
        cancel: location.plain.href,
        hidden: hidden,
        name: form.name,
        diets: Animal.Diet.allCases.map {
          Choice(value: $0.rawValue, label: $0.rawValue, isSelected: $0.rawValue == form.diet)
        },
        categories: categories(select),
        problem: problem.map { summary(of: $0, select) },
        isSaving: isSaving(select))
    }

    private func categories(_ select: SelectAnimals) -> [Choice] {
      let categories = select(.categoriesValues)
      // While none could be loaded, what was chosen stays chosen.
      if categories.isEmpty, !form.categoryId.isEmpty {
        return [Choice(value: form.categoryId, label: form.categoryId, isSelected: true)]
      }
      return categories.map {
        Choice(value: $0.id, label: $0.name, isSelected: $0.id == form.categoryId)
      }
    }

    private func isSaving(_ select: SelectAnimals) -> Bool {
      guard case .update(let animalId, _) = form.purpose else { return false }
      return select(.animalStatus(animalId: animalId)) == .waiting && problem == nil
    }

    private func summary(of problem: Problem, _ select: SelectAnimals) -> ViewState.Problem {
      switch problem {
      case .fields(let errors):
        ViewState.Problem(
          title: "The animal was not saved",
          fields: errors.errors.map {
            ViewState.FieldError(field: $0.field, message: $0.message)
          })
      case .changed(let stored):
        ViewState.Problem(
          title: "Changed meanwhile",
          message: Phrase(
            "Somebody else saved this animal after you opened it. Save to keep yours."),
          comparison: comparison(with: stored, select))
      case .deleted:
        ViewState.Problem(
          title: "Deleted meanwhile",
          message: Phrase(
            "Somebody else deleted this animal after you opened it. Save to add it anew."))
      case .addedAlready(let name):
        ViewState.Problem(
          title: "Added already",
          message: Phrase(
            "This form has added “", name: name, "” already. Save to add another animal."))
      case .failed(let error):
        ViewState.Problem(
          title: "The animal was not saved",
          message: Phrase("\(error) Nothing you typed is lost: try again."))
      case .busy:
        ViewState.Problem(
          title: "The animal was not saved",
          message: Phrase(
            "Another change of it is still being saved. Try again in a moment."))
      }
    }

    private func comparison(
      with stored: Animal, _ select: SelectAnimals
    ) -> [ViewState.Difference] {
      func categoryName(_ id: AnimalsData.Category.ID) -> String {
        select(.category(categoryId: id))?.name ?? id
      }
      return [
        ViewState.Difference(field: .name, yours: form.name, stored: stored.name),
        ViewState.Difference(field: .diet, yours: form.diet, stored: stored.diet.rawValue),
        ViewState.Difference(
          field: .categoryId, yours: categoryName(form.categoryId),
          stored: categoryName(stored.categoryId)),
      ]
    }
  }
}

extension AnimalEditor {
  /// What the sheet shows.
  struct ViewState: Hashable, Sendable {
    struct FieldError: Hashable, Sendable {
      let field: AnimalForm.Field
      let message: String
    }

    struct Difference: Hashable, Sendable {
      let field: AnimalForm.Field
      let yours: String
      let stored: String
    }

    struct Problem: Hashable, Sendable {
      let title: String
      var message: Phrase?
      var fields: [FieldError] = []
      var comparison: [Difference] = []
    }

    let title: String
    /// Whether it adds an animal: its id is made for one visitor.
    let isNew: Bool
    let action: Href
    let cancel: Href
    let hidden: [HiddenField]
    let name: String
    let diets: [Choice]
    let categories: [Choice]
    let problem: Problem?
    /// Whether an earlier change is still under way.
    let isSaving: Bool

    func error(for field: AnimalForm.Field) -> String? {
      problem?.fields.first { $0.field == field }?.message
    }
  }
}
