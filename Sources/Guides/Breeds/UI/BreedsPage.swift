import BreedsData
import Foundation
public import ImmutableUI
import Look
public import Markup

/// The page with the list of breeds, or with one breed.
public enum BreedsPage {
  /// The title of the guide.
  public static let name = "Dogs"
}

extension BreedsPage {
  /// Combines the view states of the components.
  struct Container: ImmutableUI.Container {
    let location: BreedsLocation
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
  /// The state of the page.
  public struct ViewState: Hashable, Sendable {
    let content: Content

    enum Content: Hashable, Sendable {
      case list(BreedList.ViewState)
      case breed(BreedDetail.ViewState)
    }

    var title: String {
      switch content {
      case .list(let list):
        if list.filterProblem != nil {
          "Error: \(BreedsPage.name)"
        } else if list.filterText.isEmpty {
          BreedsPage.name
        } else {
          "“\(list.filterText)” - \(BreedsPage.name)"
        }
      case .breed(let breed): "\(breed.name) - \(BreedsPage.name)"
      }
    }

    /// The meta description of the page.
    var description: String {
      switch content {
      case .list(let list):
        list.filterText.isEmpty || list.filterProblem != nil
          ? "Dog breeds and their varieties from A to Z, with pictures."
          : "Dog breeds and varieties found by “\(list.filterText)”."
      case .breed(let breed):
        breed.varieties.isEmpty
          ? "\(breed.name): pictures of this dog breed."
          : "\(breed.name): pictures of this dog breed, and its varieties."
      }
    }

    /// True if an operation is in progress.
    var isWaiting: Bool {
      switch content {
      case .list(let list): list.progress == .waiting
      case .breed(let breed): breed.progress == .waiting
      }
    }
  }
}

extension BreedsPage {
  /// Renders the page.
  public struct Presenter: ImmutableUI.Presenter {
    public let state: ViewState

    public init(state: ViewState) {
      self.state = state
    }

    public var body: some HTML {
      switch state.content {
      case .list(let list): Fragment(BreedList.Presenter(state: list))
      case .breed(let breed): Fragment(BreedDetail.Presenter(state: breed))
      }
    }
  }
}
