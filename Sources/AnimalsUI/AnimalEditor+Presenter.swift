import ImmutableUI
import Look
import Markup

extension AnimalEditor {
  /// How the sheet looks.
  struct Presenter: ImmutableUI.Presenter {
    let state: ViewState

    var body: some HTML {
      Look.Sheet {
        form {
          h2 { state.title }.id("sheet-title")
          if let problem = state.problem { ErrorSummary(state: problem) }
          ForEach(state.hidden) { $0 }
          NameField(state: state)
          DietField(state: state)
          CategoryField(state: state)
          div {
            a { state.problem?.comparison.isEmpty == false ? "Keep the stored one" : "Cancel" }
              .class("button").href(state.cancel)
            button { "Save" }.class("button primary").disabled(state.isSaving)
          }
          .class("actions")
        }
        // The server says more than the browser would, and says it the same
        // way everywhere.
        .post(to: state.action).novalidate()
      }
    }
  }

  private struct ErrorSummary: Component {
    let state: ViewState.Problem

    var body: some HTML {
      div {
        h3 { state.title }
        if let message = state.message { p { message } }
        if !state.fields.isEmpty {
          ul {
            ForEach(state.fields) { error in
              li {
                a { "\(error.field.label): \(error.message)" }
                  .href(Href(fragment: error.field.rawValue))
              }
            }
          }
        }
        if !state.comparison.isEmpty { Comparison(differences: state.comparison) }
      }
      .class("errors").role("alert").id("errors").tabindex(-1).autofocus()
    }
  }

  private struct Comparison: Component {
    let differences: [ViewState.Difference]

    var body: some HTML {
      table {
        thead {
          tr {
            th { "Field" }.scope(.col)
            th { "Yours" }.scope(.col)
            th { "Stored" }.scope(.col)
          }
        }
        tbody {
          ForEach(differences) { difference in
            tr {
              th { difference.field.label }.scope(.row)
              td { difference.yours }.dir(.auto)
              td { difference.stored }.dir(.auto)
            }
          }
        }
      }
    }
  }

  private struct NameField: Component {
    let state: ViewState

    var body: some HTML {
      Field(
        "Name", id: "name", error: state.error(for: .name),
        hint: "1 to \(AnimalForm.longestName) characters, as it shall stand in the list."
      ) { field in
        input().type(.text).id("name").name("name").dir(.auto)
          .required().autocomplete("off").autofocus(state.problem == nil)
          .aria(.invalid, field.invalid).aria(.describedby, field.description)
          .value(state.name)
      }
    }
  }

  private struct DietField: Component {
    let state: ViewState

    var body: some HTML {
      let error = state.error(for: .diet)
      fieldset {
        legend { "Diet" }
        div {
          ForEach(state.diets.enumerated().map { $0 }) { index, diet in
            label {
              input().type(.radio).name("diet").value(diet.value)
                // The first one is what the error summary links to.
                .id(index == 0 ? "diet" : nil).checked(diet.isSelected).required()
              diet.label
            }
          }
        }
        .class("choices")
        FieldErrorText(error, id: "diet")
      }
      .class("field").aria(.describedby, error == nil ? nil : "diet-error")
    }
  }

  private struct CategoryField: Component {
    let state: ViewState

    var body: some HTML {
      Field("Category", id: "categoryId", error: state.error(for: .categoryId)) { field in
        select {
          option { "Choose a category" }.value("")
          ForEach(state.categories) { $0 }
        }
        .id("categoryId").name("categoryId").required()
        .aria(.invalid, field.invalid).aria(.describedby, field.description)
      }
    }
  }
}
