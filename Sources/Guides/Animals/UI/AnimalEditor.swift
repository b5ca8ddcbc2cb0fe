import AnimalsData
import ImmutableData
import ImmutableUI
import Look
import Markup
import Records

/// The dialog for adding or editing an animal.
enum AnimalEditor {}

extension AnimalEditor {
  /// Reads the choices of the editor, and combines them with the entered
  /// values.
  struct Container: ImmutableUI.Container {
    /// The reason why the form is redisplayed.
    typealias Problem = EditProblem<Animal, AnimalForm.Field>

    let location: AnimalsLocation
    let form: AnimalForm
    var problem: Problem?

    func viewState(_ select: SelectAnimals) -> ViewState {
      let isNew = form.purpose.isNew
      return ViewState(
        title: isNew ? "Add animal" : "Edit animal",
        subject: "animal",
        purpose: form.purpose, id: "animalId",
        action: AnimalsRoute.post(isNew ? .addAnimal : .updateAnimal, from: location.plain).href,
        cancel: location.plain.href,
        inputs: [
          input(
            .name, .text(form.name),
            hint: "Up to \(AnimalForm.maxNameLength) characters, as it should appear in the list."),
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
      // If no category could be loaded, the current choice stays selected.
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

    private func summary(of problem: Problem, _ select: SelectAnimals) -> EditorDialog.Problem {
      switch problem {
      case .fields(let errors):
        EditorDialog.Problem(
          title: "The animal was not saved",
          fields: errors.errors.map {
            EditorDialog.FieldError(
              name: $0.field.rawValue, label: $0.field.label, message: $0.message)
          })
      case .changed(let stored):
        EditorDialog.Problem(
          title: "Changed while you were editing",
          message: Phrase(
            "Someone else saved this animal after you opened it. Choose Save to overwrite it with "
              + "your version."),
          comparison: comparison(with: stored, select))
      case .deleted:
        EditorDialog.Problem(
          title: "Deleted while you were editing",
          message: Phrase(
            "Someone else deleted this animal after you opened it. Choose Save to add it again."))
      case .addedAlready(let animal):
        EditorDialog.Problem(
          title: "Already added",
          message: Phrase(
            "This form has already added “", name: animal.name,
            "”. Choose Save to add another animal."))
      case .rejected(let reason), .forbidden(let reason):
        EditorDialog.Problem(title: "The animal was not saved", message: Phrase(reason))
      case .failed(let error):
        // The error says whether the animal may have been saved nevertheless.
        EditorDialog.Problem(
          title: "Saving failed", message: Phrase("\(error) What you typed is kept."))
      case .busy:
        EditorDialog.Problem(
          title: "The animal was not saved",
          message: Phrase(
            "Another change to this animal is still being saved. Try again in a moment."))
      }
    }

    private func comparison(
      with stored: Animal, _ select: SelectAnimals
    ) -> [EditorDialog.Difference] {
      func difference(
        _ field: AnimalForm.Field, _ yours: String, _ stored: String
      ) -> EditorDialog.Difference {
        EditorDialog.Difference(label: field.label, yours: yours, stored: stored)
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
  /// The state of the dialog.
  typealias ViewState = EditorDialog.ViewState

  /// Renders the dialog.
  struct Presenter: FragmentPresenter {
    static let id = dialogID
    let state: ViewState

    var body: some HTML { EditorDialog(state: state) }
  }
}
