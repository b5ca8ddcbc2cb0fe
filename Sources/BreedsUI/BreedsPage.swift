import BreedsData
import Foundation
public import ImmutableUI
import Look
public import Markup

/// The list of breeds, or one breed.
public enum BreedsPage {
  /// What the guide is called, wherever somebody reads it.
  public static let name = "Dogs"
}

extension BreedsPage {
  /// Asks the component that the window shows.
  struct Container: ImmutableUI.Container {
    let location: BreedsRoute.Location
    let now: Date

    func viewState(_ select: SelectBreeds) -> ViewState {
      if let breed = BreedDetail.Container(location: location).viewState(select) {
        return ViewState(content: .breed(breed))
      }
      return ViewState(
        content: .list(BreedList.Container(location: location, now: now).viewState(select)))
    }
  }
}

extension BreedsPage {
  /// What the page shows.
  public struct ViewState: Hashable, Sendable {
    let content: Content

    enum Content: Hashable, Sendable {
      case list(BreedList.ViewState)
      case breed(BreedDetail.ViewState)
    }

    var title: String {
      switch content {
      case .list(let list):
        list.filterText.isEmpty
          ? BreedsPage.name : "“\(list.filterText)” - \(BreedsPage.name)"
      case .breed(let breed): "\(breed.name) - \(BreedsPage.name)"
      }
    }

    /// What the page shows, in a sentence.
    var description: String {
      switch content {
      case .list(let list):
        list.filterText.isEmpty
          ? "Breeds of dogs and their sub-breeds from A to Z, each with pictures."
          : "Breeds of dogs and sub-breeds whose names hold “\(list.filterText)”."
      case .breed(let breed):
        breed.subBreeds.isEmpty
          ? "\(breed.name): pictures of this breed of dogs."
          : "\(breed.name): pictures of this breed of dogs, and its sub-breeds."
      }
    }

    /// True if something on the page is under way.
    var isWaiting: Bool {
      switch content {
      case .list(let list): list.progress == .waiting
      case .breed(let breed): breed.progress == .waiting
      }
    }
  }
}

extension BreedsPage {
  /// How the page looks.
  public struct Presenter: ImmutableUI.Presenter {
    public let state: ViewState

    public init(state: ViewState) {
      self.state = state
    }

    public var body: some HTML {
      switch state.content {
      case .list(let list): Fragment("breeds", BreedList.Presenter(state: list))
      case .breed(let breed): Fragment("breed", BreedDetail.Presenter(state: breed))
      }
    }
  }
}
