import Foundation
import HashTreeCollections
import Testing

@testable import QuakesData

/// The cases of all actions. The compiler asks for a new one here.
enum ActionCase: String, CaseIterable {
  case onAppear, onTapRefresh, onTapDeleteSelected, onTapDeleteAll, onTapTryAgain
  case localDidFetchQuakesSuccess, localDidFetchQuakesFailure, localDidFetchLedger
  case localDidSaveQuakesSuccess, localDidSaveQuakesFailure
  case remoteDidFetchQuakesSuccess, remoteDidFetchQuakesFailure, remoteDidFetchFeed

  init(_ action: QuakesAction) {
    self =
      switch action {
      case .ui(.quakeList(.onAppear)): .onAppear
      case .ui(.quakeList(.onTapRefreshQuakesButton)): .onTapRefresh
      case .ui(.quakeList(.onTapDeleteSelectedQuakeButton)): .onTapDeleteSelected
      case .ui(.quakeList(.onTapDeleteAllQuakesButton)): .onTapDeleteAll
      case .ui(.quakeList(.onTapTryAgainButton)): .onTapTryAgain
      case .data(.persistentSession(.localStore(.didFetchQuakes(.success)))):
        .localDidFetchQuakesSuccess
      case .data(.persistentSession(.localStore(.didFetchQuakes(.failure)))):
        .localDidFetchQuakesFailure
      case .data(.persistentSession(.localStore(.didFetchLedger))): .localDidFetchLedger
      case .data(.persistentSession(.localStore(.didSaveQuakes(_, .success)))):
        .localDidSaveQuakesSuccess
      case .data(.persistentSession(.localStore(.didSaveQuakes(_, .failure)))):
        .localDidSaveQuakesFailure
      case .data(.persistentSession(.remoteStore(.didFetchQuakes(.success)))):
        .remoteDidFetchQuakesSuccess
      case .data(.persistentSession(.remoteStore(.didFetchQuakes(.failure)))):
        .remoteDidFetchQuakesFailure
      case .data(.persistentSession(.remoteStore(.didFetchFeed))): .remoteDidFetchFeed
      }
  }
}

extension QuakesAction {
  /// What came of asking where quakes are kept, without the outer cases.
  static func local(_ action: Data.PersistentSession.LocalStore) -> QuakesAction {
    .data(.persistentSession(.localStore(action)))
  }

  /// What came of asking the feed, without the outer cases.
  static func remote(_ action: Data.PersistentSession.RemoteStore) -> QuakesAction {
    .data(.persistentSession(.remoteStore(action)))
  }

  /// Quakes from the feed.
  static func remote(_ quakes: [Quake]) -> QuakesAction {
    .remote(.didFetchQuakes(result: .success(quakes: quakes)))
  }

  /// Quakes from where they are kept.
  static func local(_ quakes: [Quake]) -> QuakesAction {
    .local(.didFetchQuakes(result: .success(quakes: quakes)))
  }

  static func refresh(_ range: QuakesFeed.Range) -> QuakesAction {
    .ui(.quakeList(.onTapRefreshQuakesButton(range: range)))
  }

  static func delete(_ quakeId: Quake.ID) -> QuakesAction {
    .ui(.quakeList(.onTapDeleteSelectedQuakeButton(quakeId: quakeId)))
  }

  static let onAppear = QuakesAction.ui(.quakeList(.onAppear))
  static let tryAgain = QuakesAction.ui(.quakeList(.onTapTryAgainButton))
  static let deleteAll = QuakesAction.ui(.quakeList(.onTapDeleteAllQuakesButton))

  /// One action of each case, in their order.
  static let each: [QuakesAction] = [
    .onAppear, .refresh(.allDay), .delete("birch"), .deleteAll, .tryAgain,
    .local([.ash, .dogwood]),
    .local(.didFetchQuakes(result: .failure(error: "e"))),
    .local(.didFetchLedger(ledger: .init(deleted: ["x"]))),
    .local(.didSaveQuakes(change: .refresh, result: .success)),
    .local(.didSaveQuakes(change: .deleteQuakes, result: .failure(error: "e"))),
    .remote([.ash, .dogwood]),
    .remote(.didFetchQuakes(result: .failure(error: "e"))),
    .remote(
      .didFetchFeed(feed: QuakesFeed(range: .allDay, generated: .noon + 60, quakes: [.dogwood]))),
  ]
}

@Suite struct EveryActionTests {
  @Test func `There is one action of each case`() {
    #expect(QuakesAction.each.map(ActionCase.init) == ActionCase.allCases)
  }
}
