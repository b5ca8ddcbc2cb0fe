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
      return .animals(
        ViewState.Animals(
          title: title, count: grouped(found.count), back: AnimalsLocation().href,
          orders: AnimalsList.Order.allCases.map { order in
            Link(
              label: order.label,
              href: location.listLocation.with {
                $0.order = order
                $0.animalId = location.animalId
              }.href,
              isCurrent: order == list.order)
          },
          select: location.selectionLink(isEmpty: found.count == 0, status),
          rows: found.animals.map { row(of: $0, in: list, select) },
          foot: foot(found),
          progress: ProgressState(status, failure: "The animals could not be loaded."),
          retry: location.target(.retry), add: add,
          all: location.search == nil ? nil : location.listLocation.with { $0.search = nil }.href,
          selection: RecordList.ViewState.Selection(
            of: Animal.self, at: location, in: select.records())))
    }

    private func row(
      of animal: Animal, in list: AnimalsList, _ select: SelectAnimals
    ) -> AnimalRow.ViewState {
      let words = (list.search ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
      return AnimalRow.ViewState(
        id: animal.id, name: FoundText(animal.name, containing: words),
        category: list.categoryId == nil
          ? select(.category(categoryId: animal.categoryId))?.name : nil,
        diet: animal.diet.rawValue,
        href: location.with {
          $0.animalId = animal.id
          $0.page = nil
        }.href(atRowOf: animal.id),
        isSelected: animal.id == location.animalId,
        areChecked: location.selection.map { $0 == .all })
    }

    private func foot(_ found: AnimalsListPage) -> Pager? {
      func page(_ number: Int) -> Href { location.with { $0.page = number }.href }
      return Pagination(page: found.page, count: found.count, length: AnimalsList.pageLength).map {
        Pager(
          range: "\($0.range) of \(grouped(found.count))", previous: $0.previous.map(page),
          next: $0.next.map(page), label: "Pages of the list", id: AnimalList.footId)
      }
    }
  }
}

extension AnimalsList.Order {
  fileprivate var label: String {
    switch self {
    case .name: "Name"
    case .newest: "Newest first"
    }
  }
}

extension AnimalList {
  /// The state of the column.
  enum ViewState: Hashable, Sendable {
    case noCategory
    case animals(Animals)

    struct Animals: Hashable, Sendable {
      let title: String
      let count: String
      /// The address of the categories, for narrow screens.
      let back: Href
      let orders: [Link]
      /// The link that begins or ends the selection of several animals; `nil` for none.
      let select: Link?
      let rows: [AnimalRow.ViewState]
      /// The links to other pages of the list; `nil` if it has one page.
      let foot: Pager?
      let progress: ProgressState
      /// The action of the Try again button.
      let retry: Href
      /// The address of the editor; `nil` while no animal can be added.
      let add: Href?
      /// The list without the search; `nil` if there is none.
      let all: Href?
      /// The actions on several animals; `nil` if no rows are selected.
      let selection: RecordList.ViewState.Selection?
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
          if let selection = animals.selection {
            ForWriters {
              form {
                div { Rows(rows: animals.rows) }.class("scroll")
                SelectionBar(state: selection, many: "animals")
              }
              .class("pick").post(to: selection.delete).data("subject", "list")
            }
            ForReaders { p { "Sign in to select animals." }.class("row-note quiet") }
          } else {
            div { Rows(rows: animals.rows) }.class("scroll").data("visit", "push")
          }
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
        a { "Categories" }.class("back").href(state.back)
        h2 { state.title }.id("animal-title").dir(.auto)
        LivePart("animal-count") { span { state.count }.class("row-end").id($0) }
        ForWriters {
          if let select = state.select { a { select.label }.class("button").href(select.href) }
        }
      }
      .class("bar")
      nav {
        ForEach(state.orders) { order in
          a { order.label }.class("tag").href(order.href)
            .aria(.current, order.isCurrent ? "true" : nil)
        }
      }
      .class("tags").aria(.label, "Order")
    }
  }
}

/// A row of the list.
struct AnimalRow: Presenter {
  let state: ViewState

  struct ViewState: Hashable, Sendable {
    let id: Animal.ID
    let name: FoundText
    /// The category, in a list of all animals; otherwise `nil`.
    let category: String?
    let diet: String
    let href: Href
    let isSelected: Bool
    /// True if the box of the row is checked; `nil` if it has none.
    let areChecked: Bool?
  }

  /// Returns the `id` of the row of an animal.
  static func id(of animalId: Animal.ID) -> String { "row-\(animalId)" }

  var body: some HTML {
    Row(
      href: state.href, isCurrent: state.isSelected, id: Self.id(of: state.id),
      box: state.areChecked.map { RowBox(value: state.id, isChecked: $0) }
    ) {
      span {
        span { state.name }.class("row-name").dir(.auto)
        if let category = state.category { span { category }.class("row-note").dir(.auto) }
      }
      .class("row-text")
      span { state.diet }.class("row-end")
    }
  }
}
