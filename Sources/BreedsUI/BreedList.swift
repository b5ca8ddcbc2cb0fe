import BreedsData
import Foundation
import ImmutableUI
import Look
import Markup
import TextSearch

/// All breeds, by their first letters, with a filter.
enum BreedList {}

extension BreedList {
  /// Reads the breeds that hold what was typed, in their own name or in that
  /// of a sub-breed.
  struct Container: ImmutableUI.Container {
    let location: BreedsRoute.Location
    let now: Date

    func viewState(_ select: SelectBreeds) -> ViewState {
      let state = select(.window(at: location)).dogsState
      let filter = SearchText(state.filterQuery)
      let matches = state.dogs.compactMap { Match($0, filter: filter) }
      return ViewState(
        summary: summary(state, matches: matches.count),
        filterText: state.filterQuery,
        action: BreedsRoute.Location().href,
        progress: progress(state),
        waiting: state.dogs.isEmpty ? "Loading breeds" : "Refreshing the list. \(age(state))",
        retry: BreedsRoute.post(.loadDogs, from: location).href,
        sections: sections(matches),
        isEmpty: state.dogs.isEmpty,
        all: BreedsRoute.Location().href)
    }

    private func summary(_ state: DogsState, matches: Int) -> String {
      let breeds = counted(state.dogs.count, "breed", "breeds")
      if !state.filterQuery.isEmpty { return "\(matches) of \(breeds)" }
      let subBreeds = state.dogs.reduce(0) { $0 + $1.subBreeds.count }
      return "\(breeds), " + counted(subBreeds, "sub-breed", "sub-breeds")
    }

    private func progress(_ state: DogsState) -> ProgressState {
      switch state.loading {
      case .idle, .loaded: .settled
      case .loading: .waiting
      case .failed(let error): .failed("The breeds could not be loaded. \(error) \(age(state))")
      }
    }

    /// The age of the list as a sentence; empty if there is no list.
    private func age(_ state: DogsState) -> String {
      guard let loadedAt = state.loadedAt, !state.dogs.isEmpty else { return "" }
      return "The list below is \(Moment(loadedAt).age(at: now)) old."
    }

    private func sections(_ matches: [Match]) -> [ViewState.Section] {
      Dictionary(grouping: matches) { $0.name.prefix(1).uppercased() }
        .sorted { $0.key < $1.key }
        .map { letter, matches in
          ViewState.Section(
            letter: letter,
            rows: matches.sorted { $0.name < $1.name }.map { match in
              ViewState.Row(
                name: match.name, subBreeds: match.subBreeds,
                count: match.dog.subBreeds.isEmpty ? nil : match.dog.subBreeds.count,
                href: BreedsRoute.Location(
                  filterQuery: location.filterQuery, breed: BreedKey(breed: match.dog.breed)
                ).href)
            })
        }
    }
  }

  /// A breed that holds what was typed.
  struct Match {
    let dog: Dog
    let name: String
    /// The sub-breeds that do, where the breed itself does not.
    let subBreeds: String

    /// `nil` where neither does. Nothing typed is held by all.
    init?(_ dog: Dog, filter: SearchText) {
      self.dog = dog
      name = BreedNames.breed(dog.breed)
      if [name, dog.breed].contains(where: { SearchText($0).contains(filter) }) {
        subBreeds = ""
        return
      }
      let found = dog.subBreeds.compactMap { subBreed in
        let name = BreedNames.full(BreedKey(breed: dog.breed, subBreed: subBreed))
        return [subBreed, name].contains { SearchText($0).contains(filter) } ? name : nil
      }
      guard !found.isEmpty else { return nil }
      subBreeds = found.joined(separator: ", ")
    }
  }
}

extension BreedList {
  /// What the list shows.
  struct ViewState: Hashable, Sendable {
    let summary: String
    let filterText: String
    let action: Href
    let progress: ProgressState
    /// The text while breeds are loaded.
    let waiting: String
    let retry: Href
    let sections: [Section]
    /// Whether there is no list at all.
    let isEmpty: Bool
    /// Where all breeds are.
    let all: Href

    struct Section: Hashable, Sendable {
      let letter: String
      let rows: [Row]
    }

    struct Row: Hashable, Sendable {
      let name: String
      /// The sub-breeds that hold what was typed.
      let subBreeds: String
      let count: Int?
      let href: Href
    }
  }
}

extension BreedList {
  /// How the list looks.
  struct Presenter: ImmutableUI.Presenter {
    let state: ViewState

    var body: some HTML {
      Part("breeds") {
        header {
          div {
            h1 { BreedsPage.name }
            p { state.isEmpty ? "A list of breeds" : state.summary }
          }
          if !state.isEmpty {
            ForWriters {
              form { button { "Refresh" }.class("button") }.post(to: state.retry).class("actions")
            }
          }
        }
        .class("head")
        ProgressNotice(state.progress, waiting: state.waiting, retry: state.retry)
        FilterBar("Filter breeds", action: state.action) {
          Field("Filter breeds", id: "q") { _ in
            input().type(.search).id("q").name("q").value(state.filterText).autocomplete("off")
              .autocapitalize("none").spellcheck(false)
          }
        }
        if state.isEmpty {
          if state.progress == .settled { EmptyState("There are no breeds", icon: .paw) }
        } else if state.sections.isEmpty {
          EmptyState(
            "No breed is called that", message: "No sub-breed either.", icon: .paw
          ) {
            a { "Show all" }.class("button primary").href(state.all)
          }
        } else {
          Letters(state: state)
        }
      }
    }
  }

  private struct Letters: Component {
    let state: ViewState

    var body: some HTML {
      nav {
        ForEach(state.sections) { section in
          a { section.letter }.class("tag").href(Href(fragment: "letter-\(section.letter)"))
        }
      }
      .class("said").aria(.label, "First letter")
      div {
        ForEach(state.sections) { Section(state: $0) }
      }
      .class("index").id("breed-list")
    }
  }

  private struct Section: Component {
    let state: ViewState.Section

    var body: some HTML {
      section {
        h2 { state.letter }.id("letter-\(state.letter)")
        RowList {
          ForEach(state.rows) { BreedRow(state: $0) }
        }
      }
      .aria(.labelledby, "letter-\(state.letter)")
    }
  }

  private struct BreedRow: Component {
    let state: ViewState.Row

    var body: some HTML {
      Row(href: state.href) {
        span {
          span { state.name }.class("row-name")
          if !state.subBreeds.isEmpty { span { state.subBreeds }.class("row-note") }
        }
        .class("row-text")
        if let count = state.count {
          span {
            String(count)
            span { count == 1 ? " sub-breed" : " sub-breeds" }.class("vh")
          }
          .class("row-end")
        }
      }
    }
  }
}
