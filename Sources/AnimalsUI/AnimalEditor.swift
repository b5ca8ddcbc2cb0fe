import AnimalsData
import ImmutableUI
import Look
import Markup
import Records

/// The sheet in which an animal is added or changed.
enum AnimalEditor {}

extension AnimalEditor {
  /// Reads what the editor offers, around what was typed.
  struct Container: ImmutableUI.Container {
    /// Why the form is shown again.
    typealias Problem = EditProblem<Animal, AnimalForm.Field>

    let location: AnimalsRoute.Location
    let form: AnimalForm
    var problem: Problem?

    func viewState(_ select: SelectAnimals) -> ViewState {
      let isNew = form.purpose.isNew
      return ViewState(
        title: isNew ? "Add animal" : "Edit animal",
        purpose: form.purpose, id: "animalId",
        action: AnimalsRoute.post(isNew ? .addAnimal : .updateAnimal, from: location.plain).href,
        cancel: location.plain.href,
        inputs: [
          input(
            .name, .text(form.name),
            hint: "1 to \(AnimalForm.longestName) characters, as it shall stand in the list."),
          input(
            .diet,
            .radios(
              Animal.Diet.allCases.map {
                Choice(
                  value: $0.rawValue, label: $0.rawValue, isSelected: $0.rawValue == form.diet)
              })),
          input(.categoryId, .menu(categories(select), prompt: "Choose a category")),
        ],
        problem: problem.map { summary(of: $0, select) },
        isSaving: isSaving(select))
    }

    private func input(
      _ field: AnimalForm.Field, _ control: FieldInput.Control, hint: String? = nil
    ) -> FieldInput {
      let errors: FieldErrors<AnimalForm.Field>? =
        if case .fields(let errors) = problem { errors } else { nil }
      return FieldInput(
        field.rawValue, label: field.label, hint: hint, control: control,
        error: errors?[field], isFocused: field == .name && problem == nil)
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
      select(.animalStatus(animalId: form.purpose.isNew ? nil : form.purpose.id)) == .waiting
        && problem == nil
    }

    private func summary(of problem: Problem, _ select: SelectAnimals) -> EditorSheet.Problem {
      switch problem {
      case .fields(let errors):
        EditorSheet.Problem(
          title: "The animal was not saved",
          fields: errors.errors.map {
            EditorSheet.FieldError(
              name: $0.field.rawValue, label: $0.field.label, message: $0.message)
          })
      case .changed(let stored):
        EditorSheet.Problem(
          title: "Changed meanwhile",
          message: Phrase(
            "Somebody else saved this animal after you opened it. Save to keep yours."),
          comparison: comparison(with: stored, select))
      case .deleted:
        EditorSheet.Problem(
          title: "Deleted meanwhile",
          message: Phrase(
            "Somebody else deleted this animal after you opened it. Save to add it anew."))
      case .addedAlready(let animal):
        EditorSheet.Problem(
          title: "Added already",
          message: Phrase(
            "This form has added “", name: animal.name, "” already. Save to add another animal."))
      case .failed(let error):
        EditorSheet.Problem(
          title: "The animal was not saved",
          message: Phrase("\(error) Nothing you typed is lost: try again."))
      case .busy:
        EditorSheet.Problem(
          title: "The animal was not saved",
          message: Phrase(
            "Another change of it is still being saved. Try again in a moment."))
      }
    }

    private func comparison(
      with stored: Animal, _ select: SelectAnimals
    ) -> [EditorSheet.Difference] {
      func difference(
        _ field: AnimalForm.Field, _ yours: String, _ stored: String
      ) -> EditorSheet.Difference {
        EditorSheet.Difference(label: field.label, yours: yours, stored: stored)
      }
      func categoryName(_ id: AnimalsData.Category.ID) -> String {
        select(.category(categoryId: id))?.name ?? id
      }
      return [
        difference(.name, form.name, stored.name),
        difference(.diet, form.diet, stored.diet.rawValue),
        difference(
          .categoryId, categoryName(form.categoryId), categoryName(stored.categoryId)),
      ]
    }
  }
}

extension AnimalEditor {
  /// What the sheet shows.
  typealias ViewState = EditorSheet.ViewState

  /// The presenter of the sheet.
  struct Presenter: ImmutableUI.Presenter {
    let state: ViewState

    var body: some HTML { EditorSheet(state: state) }
  }
}
