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
          ForEach(state.hidden) { hidden in
            input().type(.hidden).name(hidden.name).value(hidden.value)
          }
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
      let error = state.error(for: .name)
      div {
        label { "Name" }.for("name")
        input().type(.text).id("name").name("name").dir(.auto)
          .required().autocomplete("off").autofocus(state.problem == nil)
          .aria(.invalid, error == nil ? nil : "true")
          .aria(.describedby, error == nil ? "name-hint" : "name-error name-hint")
          .value(state.name)
        FieldErrorText(field: .name, message: error)
        p { "1 to \(AnimalForm.longestName) characters, as it shall stand in the list." }
          .class("hint").id("name-hint")
      }
      .class("field")
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
                .id(index == 0 ? "diet" : nil).checked(diet.isChosen).required()
              diet.label
            }
          }
        }
        .class("choices")
        FieldErrorText(field: .diet, message: error)
      }
      .class("field").aria(.describedby, error == nil ? nil : "diet-error")
    }
  }

  private struct CategoryField: Component {
    let state: ViewState

    var body: some HTML {
      let error = state.error(for: .categoryId)
      div {
        label { "Category" }.for("categoryId")
        select {
          option { "Choose a category" }.value("")
          ForEach(state.categories) { category in
            option { category.label }.value(category.value).selected(category.isChosen)
          }
        }
        .id("categoryId").name("categoryId").required()
        .aria(.invalid, error == nil ? nil : "true")
        .aria(.describedby, error == nil ? nil : "categoryId-error")
        FieldErrorText(field: .categoryId, message: error)
      }
      .class("field")
    }
  }

  private struct FieldErrorText: Component {
    let field: AnimalForm.Field
    let message: String?

    var body: some HTML {
      if let message {
        p { message }.class("error").id("\(field.rawValue)-error")
      }
    }
  }
}
