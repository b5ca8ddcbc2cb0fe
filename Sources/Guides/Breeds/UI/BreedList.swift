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
      let window = select(.window(at: location))
      let state = window.dogsState
      let search =
        state.filterQuery.isEmpty ? nil : BreedSearch(state.filterQuery, in: state.dogs)
      return ViewState(
        summary: summary(state, search),
        filterText: location.rejectedFilter ?? state.filterQuery,
        filterProblem: location.rejectedFilter.map { _ in
          QueryText.tooLongMessage(for: "Search breeds")
        },
        progress: progress(state),
        waiting: state.dogs.isEmpty ? "Loading breeds" : "Refreshing the list. \(age(state))",
        retry: BreedsRoute.post(.loadDogs, from: location).href,
        sections: search == nil ? sections(window) : [],
        hits: search?.hits.map { found($0, window) } ?? [],
        related: search?.related.map { found($0, window) } ?? [],
        isEmpty: state.dogs.isEmpty,
        all: BreedsLocation().href)
    }

    private func summary(_ state: DogsState, _ search: BreedSearch?) -> String {
      if let search { return "\(grouped(search.hits.count)) found" }
      let varieties = state.dogs.reduce(0) { $0 + $1.subBreeds.count }
      return "\(counted(state.dogs.count, "breed", "breeds")), "
        + counted(varieties, "variety", "varieties")
    }

    private func found(_ hit: BreedSearch.Hit, _ state: AppState) -> BreedRow {
      let kind = state.group(of: hit.key).map { BreedNames.breed($0.breed) }
      let note = [kind, hit.alias.map { "also called \($0)" }].compactMap { $0 }
        .joined(separator: ", ")
      return BreedRow(
        name: hit.name, note: note.prefix(1).uppercased() + note.dropFirst(),
        href: BreedsLocation(filterQuery: location.filterQuery, breed: hit.key).href,
        thumbnail: state.thumbnail(of: hit.key))
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

    private func sections(_ state: AppState) -> [ViewState.Section] {
      let named = state.dogs.map { dog in
        let key = BreedNames.onlyVariety(of: dog) ?? BreedKey(breed: dog.breed)
        return (name: BreedNames.full(key), key: key, dog: dog)
      }
      return Dictionary(grouping: named) { $0.name.prefix(1).uppercased() }
        .sorted { $0.key < $1.key }
        .map { letter, named in
          ViewState.Section(
            letter: letter,
            rows: named.sorted { $0.name < $1.name }.map { name, key, dog in
              BreedRow(
                name: FoundText(name),
                note: dog.subBreeds.isEmpty || key.subBreed != nil
                  ? "" : counted(dog.subBreeds.count, "variety", "varieties"),
                href: BreedsLocation(breed: key).href, thumbnail: state.thumbnail(of: key))
            })
        }
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
    let progress: ProgressState
    /// The message while the breeds are loading.
    let waiting: String
    let retry: Href
    /// The breeds by first letter; empty if there is a search.
    let sections: [Section]
    /// The breeds that the search has found, the best one first.
    let hits: [BreedRow]
    /// The breeds with one of several words of the search.
    let related: [BreedRow]
    /// True if no list was loaded yet.
    let isEmpty: Bool
    /// The address of the list without a filter.
    let all: Href

    struct Section: Hashable, Sendable {
      let letter: String
      let rows: [BreedRow]
    }

    fileprivate var thumbnails: [DogThumbnail] {
      sections.flatMap(\.rows).map(\.thumbnail) + (hits + related).map(\.thumbnail)
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
        PageHead(BreedsPage.name, count: state.isEmpty ? nil : state.summary) {
          SearchField(
            "Search breeds", action: state.all, id: "q", name: "q", value: state.filterText,
            problem: state.filterProblem)
          if !state.isEmpty {
            ForWriters {
              Menu("More", id: "more") {
                form { button { "Refresh" } }.post(to: state.retry)
              }
            }
          }
        }
        ProgressNotice(state.progress, waiting: state.waiting, retry: state.retry)
        DogShapes(of: state.thumbnails.map(\.look))
        if state.isEmpty {
          if state.progress == .settled {
            EmptyState(
              "No breeds yet", message: "They come from Dog CEO, a public service.", icon: .paw
            ) {
              ForWriters {
                form { button { "Load the breeds" }.class("button primary") }.post(to: state.retry)
              }
            }
          }
        } else if !state.hits.isEmpty || !state.related.isEmpty {
          Results(state: state)
        } else if state.sections.isEmpty {
          EmptyState(
            "No matching breeds",
            message: Phrase("No breed or variety is called “", name: state.filterText, "”."),
            icon: .paw
          ) {
            a { "Show all" }.class("button primary").href(state.all)
          }
        } else {
          Letters(state: state)
        }
      }
    }
  }

  private struct Results: Component {
    let state: ViewState

    var body: some HTML {
      div {
        if !state.hits.isEmpty { RowList { ForEach(state.hits) { $0 } } }
        if !state.related.isEmpty {
          h2 { "Related" }
          RowList { ForEach(state.related) { $0 } }
        }
      }
      .class("tiles").id("breed-list")
    }
  }

  private struct Letters: Component {
    let state: ViewState

    var body: some HTML {
      div {
        ForEach(state.sections) { Section(state: $0) }
      }
      .class("tiles").id("breed-list")
    }
  }

  private struct Section: Component {
    let state: ViewState.Section

    var body: some HTML {
      // Pictures come one by one.
      LivePart("breeds-\(state.letter)") { id in
        section {
          h2 { state.letter }
          RowList { ForEach(state.rows) { $0 } }
        }
        .id(id)
      }
    }
  }
}

/// A breed or variety as a row of a list.
struct BreedRow: Component, Hashable {
  let name: FoundText
  /// The number of varieties; or the breed that this is a variety of, and the other name by which
  /// it was found. Empty for none.
  let note: String
  let href: Href
  let thumbnail: DogThumbnail

  var body: some HTML {
    Row(href: href, title: name.text) {
      thumbnail
      RowText(name) { note }
    }
  }
}
