import AnimalsData
import ImmutableData
import ImmutableUI
import Look
import Markup
import Records

/// The dialog to add or edit an animal.
enum AnimalEditor {}

extension SelectAnimals {
  /// The categories that forms and histories need.
  func records() -> RecordsContext {
    let categories = self(.categoriesValues).map { FieldChoice(value: $0.id, label: $0.name) }
    // Without categories, which could not be loaded, a form keeps what was chosen.
    return RecordsContext(
      choices: categories.isEmpty ? [:] : [ObjectIdentifier(AnimalsData.Category.self): categories])
  }
}

extension AnimalEditor {
  /// Reads the categories, and combines them with the entered values.
  struct Container: ImmutableUI.Container {
    /// The reason why the form is redisplayed.
    typealias Problem = EditProblem<Animal, String>

    let location: AnimalsLocation
    let form: RecordForm<Animal>
    var problem: Problem?

    func viewState(_ select: SelectAnimals) -> EditorDialog.ViewState {
      let isNew = form.purpose.isNew
      var state = EditorDialog.ViewState(
        of: form, problem, at: location, in: select.records(), select)
      state.offersAnother = isNew
      if case .similar = problem {
        state.save = isNew ? "Add anyway" : "Save anyway"
      } else {
        state.hidden.append(HiddenField("ask", "yes"))
      }
      if location.notice == .added {
        state.notice = RecordsOutcome(at: location, select).notice
      }
      return state
    }
  }
}
