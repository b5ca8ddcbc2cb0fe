import ImmutableUI
package import Look
package import Markup

/// The form that changes or deletes the records whose boxes are checked, beside their list.
///
/// The boxes of a page belong to it. A script keeps those of other pages, and counts them.
package struct SelectionForm: Component {
  /// The `id` of the form.
  package static let id = "selection"
  /// The script that keeps the selection.
  package static let script = "page-records-select.js"

  /// The state of the form.
  package struct ViewState: Hashable, Sendable {
    let one, many: String
    let delete, change: Href
    /// The fields that can be changed.
    let fields: [Choice]
    /// The new values of the fields, in the same order.
    let values: [FieldInput]
    /// The page with all boxes checked, or none.
    let toggle: Link
    let done: Href
    /// True if all boxes are checked.
    let areChecked: Bool

    /// Creates the form of a location; `nil` if its rows are links.
    ///
    /// - Parameters:
    ///   - type: the type of the records.
    ///   - location: the page.
    ///   - count: the number of rows of the page.
    ///   - context: the records of other guides.
    package init?<Entity: Record, Location: EditableLocation>(
      of type: Entity.Type, at location: Location, count: Int, in context: RecordsContext
    ) {
      guard let selection = location.selection else { return nil }
      (one, many) = (Entity.names.one, Entity.names.many)
      areChecked = selection == .all
      delete = location.target(.deleteSeveral)
      change = location.target(.changeSeveral)
      let changeable = Entity.fields.changeable(in: context)
      fields = changeable.map { Choice(value: $0.name, label: $0.label, isSelected: false) }
      values = changeable.map { field in
        FieldInput(
          field.name, id: "new-\(field.name)", label: "New \(field.label.uncapitalised)",
          control: field.newValue(in: context))
      }
      toggle = Link(
        label: areChecked ? "Select none" : "Select all \(grouped(count))",
        href: location.with { $0.selection = selection == .all ? .on : .all }.href)
      done = location.with { $0.selection = nil }.href
    }

    /// Returns the box of a row.
    package func box(of id: String) -> RowBox {
      RowBox(value: id, isChecked: areChecked, form: SelectionForm.id)
    }
  }

  private let state: ViewState

  package init(state: ViewState) {
    self.state = state
  }

  package var body: some HTML {
    ForWriters {
      form {
        h2 { "Change \(state.many)" }.id("detail-title")
          .data("count", "Change # \(state.many)|Change # \(state.one)")
        p { "A page at a time: the next page begins without selected rows." }
          .class("hint")
          .data("kept", "Kept while you search and turn pages.")
        if !state.fields.isEmpty {
          div {
            Field("Field", id: "field") { _ in
              select { ForEach(state.fields) { $0 } }.id("field").name("field")
            }
            div { ForEach(state.values) { $0 } }.class("values")
            button { "Change" }.class("button primary").data("count", "Change #")
          }
          .class("new-value")
        }
        ul { Empty() }.class("picks").aria(.label, "Selected \(state.many)")
        button { "Delete…" }.class("button danger").formaction(state.delete)
          .data("count", "Delete #…")
        // Narrow windows show the form below the list.
        a { "Change" }.class("go").href(Href(fragment: Self.id)).data("count", "Change #")
      }
      .class("detail").id(Self.id).post(to: state.change).novalidate()
      .data("subject", "list").data("limit", "\(SeveralForm.limit)")
    }
    ForReaders { p { "Sign in to select \(state.many)." }.class("row-note quiet") }
  }

  /// The number of selected rows, and the links that select all and end the selection, in the
  /// head of the list.
  package struct Head: Component {
    private let state: ViewState

    package init(state: ViewState) {
      self.state = state
    }

    package var body: some HTML {
      output { Empty() }.data("count", "# selected")
      a { state.toggle.label }.class("button toggle").href(state.toggle.href)
      a { "Done" }.class("button").href(state.done)
    }
  }
}

extension RecordField {
  /// Returns the control for a new value of several records, in which nothing is chosen.
  fileprivate func newValue(in context: RecordsContext) -> FieldInput.Control {
    guard let choices = choices(in: context) else { return control("", in: context) }
    return .menu(
      choices.filter { !$0.value.isEmpty }.options(selecting: nil), prompt: "Choose",
      isRequired: false)
  }
}
