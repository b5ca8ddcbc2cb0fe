import AnimalsData
import ImmutableData
import ImmutableUI
import Look
import Markup
import Records

/// The second column: the animals of the selected category, of all categories, or of a search.
enum AnimalList {
  fileprivate static let footId = "animal-pages"
}

extension AnimalList {
  /// Reads a page of the list.
  struct Container: ImmutableUI.Container {
    let location: AnimalsLocation
    var drawings = AnimalDrawings.preview

    func viewState(_ select: SelectAnimals) -> ViewState {
      guard let list = location.list else { return .noCategory }
      var title = "All animals"
      if let categoryId = list.categoryId {
        guard let category = select(.category(categoryId: categoryId)) else { return .noCategory }
        title = category.name
      }
      let status = select(.animalsStatus)
      let found = select(
        .animalsPage(of: list, page: location.page, animalId: location.animalId))
      let add = status == .waiting ? nil : location.with { $0.dialog = .add }.href
      let selection = SelectionForm.ViewState(
        of: Animal.self, at: location, count: found.animals.count, in: select.records())
      return .animals(
        ViewState.Animals(
          title: title, count: grouped(found.count), back: AnimalsLocation().href,
          select: location.selecting(isEmpty: found.count == 0, status),
          rows: found.animals.map { row(of: $0, in: list, selection, select) },
          foot: found.animals.isEmpty ? nil : foot(found, list),
          progress: ProgressState(status, failure: "The animals could not be loaded."),
          retry: location.target(.retry), add: add,
          all: location.search == nil ? nil : location.listLocation.with { $0.search = nil }.href,
          selection: selection))
    }

    private func row(
      of animal: Animal, in list: AnimalsList, _ selection: SelectionForm.ViewState?,
      _ select: SelectAnimals
    ) -> AnimalRow.ViewState {
      let words = (list.search ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
      let category =
        list.categoryId == nil ? select(.category(categoryId: animal.categoryId))?.name : nil
      return AnimalRow.ViewState(
        id: animal.id, title: animal.name, name: FoundText(animal.name, containing: words),
        drawing: drawings(animal),
        note: [category, animal.diet.rawValue].compactMap(\.self).joined(separator: " · "),
        href: location.with {
          $0.animalId = animal.id
          $0.page = nil
        }.href(atRowOf: animal.id),
        isSelected: animal.id == location.animalId, box: selection?.box(of: animal.id))
    }

    private func foot(_ found: AnimalsListPage, _ list: AnimalsList) -> ListFoot {
      ListFoot(
        page: found.page, of: found.count, length: AnimalsList.pageLength,
        orders: AnimalsList.Order.allCases.map { order in
          Link(
            label: order.label,
            href: location.listLocation.with {
              $0.order = order
              $0.animalId = location.animalId
              $0.selection = location.selection
            }.href,
            isCurrent: order == list.order)
        },
        id: AnimalList.footId
      ) { number in location.with { $0.page = number }.href }
    }
  }
}

extension AnimalsList.Order {
  fileprivate var label: String {
    switch self {
    case .name: "Name"
    case .newest: "Newest first"
    case .changed: "Last changed first"
    }
  }
}

extension AnimalList {
  /// The state of the column.
  enum ViewState: Hashable, Sendable {
    case noCategory
    case animals(Animals)

    /// The form that changes selected animals; `nil` if the rows are links.
    var selection: SelectionForm.ViewState? {
      if case .animals(let animals) = self { animals.selection } else { nil }
    }

    struct Animals: Hashable, Sendable {
      let title: String
      let count: String
      /// The address of the categories, for narrow screens.
      let back: Href
      /// The address of the list with boxes; `nil` if it has some, or nothing can be selected.
      let select: Href?
      let rows: [AnimalRow.ViewState]
      /// The foot; `nil` without rows.
      let foot: ListFoot?
      let progress: ProgressState
      /// The action of the Try again button.
      let retry: Href
      /// The address of the editor; `nil` while no animal can be added.
      let add: Href?
      /// The list without the search; `nil` if there is none.
      let all: Href?
      /// The form that changes selected animals; `nil` if the rows are links.
      let selection: SelectionForm.ViewState?
    }
  }
}

extension AnimalList {
  /// Renders the column. Each row is a fragment, so that a change of an animal sends no other.
  struct Presenter: FragmentPresenter {
    static let id = "animal-list"
    let state: ViewState

    var body: some HTML {
      switch state {
      case .noCategory:
        EmptyState("Select a category", message: "Its animals will appear here.", icon: .leaf)
      case .animals(let animals):
        Bar(state: animals)
        ProgressNotice(animals.progress, waiting: "Loading animals", retry: animals.retry)
        if !animals.rows.isEmpty {
          a { "Skip the list" }.class("skip").href(Href(fragment: AnimalDetail.Presenter.id))
          div { Rows(rows: animals.rows) }.class("scroll").data("visit", "push")
          if let foot = animals.foot { LivePart(AnimalList.footId) { _ in foot } }
        } else if animals.progress == .settled {
          if let all = animals.all {
            EmptyState(
              "No animals found", message: "Change the search, or show all animals.", icon: .leaf
            ) {
              a { "Show all" }.class("button primary").href(all)
            }
          } else {
            EmptyState("No animals in this category", icon: .leaf) {
              ForWriters { AddLink(href: animals.add, one: "animal") }
            }
          }
        }
      }
    }
  }

  private struct Rows: Component {
    let rows: [AnimalRow.ViewState]

    var body: some HTML {
      RowList { ForEach(rows) { Fragment(AnimalRow.id(of: $0.id), AnimalRow(state: $0)) } }
    }
  }

  private struct Bar: Component {
    let state: ViewState.Animals

    var body: some HTML {
      div {
        a { span { "Categories" }.class("vh") }.class("back").href(state.back)
        h2 { state.title }.id("animal-title").dir(.auto)
        LivePart("animal-count") { span { state.count }.id($0) }
        ForWriters {
          if let href = state.select { a { "Select" }.class("button").href(href) }
          if let selection = state.selection { SelectionForm.Head(state: selection) }
        }
      }
      .class("list-head")
    }
  }
}

/// A row of the list.
struct AnimalRow: Presenter {
  let state: ViewState

  struct ViewState: Hashable, Sendable {
    let id: Animal.ID
    let title: String
    let name: FoundText
    let drawing: AnimalDrawing
    /// The diet, after the category in a list of all animals.
    let note: String
    let href: Href
    let isSelected: Bool
    /// The box of the row; `nil` for a row that is a link.
    let box: RowBox?
  }

  /// Returns the `id` of the row of an animal.
  static func id(of animalId: Animal.ID) -> String { "row-\(animalId)" }

  var body: some HTML {
    Row(
      href: state.href, title: state.title, isCurrent: state.isSelected,
      id: Self.id(of: state.id), box: state.box
    ) {
      span { state.drawing }.class("plate")
      RowText(state.name, direction: .auto) { state.note }
    }
  }
}
