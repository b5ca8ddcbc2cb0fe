import BreedsData
import Foundation
import ImmutableData
import ImmutableUI
import Look
import Markup
import TextSearch

/// The breeds by first letter, with a filter.
enum BreedList {}

extension BreedList {
  /// Reads the breeds whose names, or the names of whose sub-breeds, match the
  /// filter.
  struct Container: ImmutableUI.Container {
    let location: BreedsLocation
    let now: Date

    func viewState(_ select: SelectBreeds) -> ViewState {
      let state = select(.window(at: location)).dogsState
      let filter = SearchText(state.filterQuery)
      let matches = state.dogs.compactMap { Match($0, filter: filter) }
      return ViewState(
        summary: summary(state, matches: matches.count),
        filterText: location.rejectedFilter ?? state.filterQuery,
        filterProblem: location.rejectedFilter.map { _ in
          QueryText.tooLongMessage(for: "Filter breeds")
        },
        action: BreedsLocation().href,
        progress: progress(state),
        waiting: state.dogs.isEmpty ? "Loading breeds" : "Refreshing the list. \(age(state))",
        retry: BreedsRoute.post(.loadDogs, from: location).href,
        sections: sections(matches),
        isEmpty: state.dogs.isEmpty,
        all: BreedsLocation().href)
    }

    private func summary(_ state: DogsState, matches: Int) -> String {
      let breeds = counted(state.dogs.count, "breed", "breeds")
      if !state.filterQuery.isEmpty { return "\(matches) of \(breeds)" }
      let subBreeds = state.dogs.reduce(0) { $0 + $1.subBreeds.count }
      return "\(breeds), " + counted(subBreeds, "sub-breed", "sub-breeds")
    }

    private func progress(_ state: DogsState) -> ProgressState {
      switch state.status {
      case nil, .empty, .success: .settled
      case .waiting: .waiting
      case .failure(let error): .failed("The breeds could not be loaded. \(error) \(age(state))")
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
                href: BreedsLocation(
                  filterQuery: location.filterQuery, breed: BreedKey(breed: match.dog.breed)
                ).href)
            })
        }
    }
  }

  /// A breed that matches the filter.
  struct Match {
    let dog: Dog
    let name: String
    /// The names of the matching sub-breeds; empty if the breed itself matches.
    let subBreeds: String

    /// Returns `nil` if neither the breed nor a sub-breed matches. An empty
    /// filter matches every breed.
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
  /// The state of the list.
  struct ViewState: Hashable, Sendable {
    let summary: String
    let filterText: String
    /// The error message of the filter; `nil` if its text is valid.
    let filterProblem: String?
    let action: Href
    let progress: ProgressState
    /// The message while the breeds are loading.
    let waiting: String
    let retry: Href
    let sections: [Section]
    /// True if no list was loaded yet.
    let isEmpty: Bool
    /// The address of the list without a filter.
    let all: Href

    struct Section: Hashable, Sendable {
      let letter: String
      let rows: [Row]
    }

    struct Row: Hashable, Sendable {
      let name: String
      /// The names of the sub-breeds that match the filter.
      let subBreeds: String
      let count: Int?
      let href: Href
    }
  }
}

extension BreedList {
  /// Renders the list.
  struct Presenter: FragmentPresenter {
    static let id = "breeds"
    let state: ViewState

    var body: some HTML {
      Part(Self.id) {
        header {
          div {
            h1 { BreedsPage.name }
            p { state.isEmpty ? "Dog breeds from A to Z" : state.summary }
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
          Field("Filter breeds", id: "q", error: state.filterProblem) { field in
            input().type(.search).id("q").name("q").value(state.filterText)
              .autocapitalize("none").spellcheck(false)
              .aria(.invalid, field.invalid).aria(.describedby, field.description)
          }
        }
        if state.isEmpty {
          if state.progress == .settled { EmptyState("No breeds yet", icon: .paw) }
        } else if state.sections.isEmpty {
          EmptyState("No matching breeds", icon: .paw) {
            p { Phrase("No breed or sub-breed matches “", name: state.filterText, "”.") }
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
