/// All that can happen to the quakes: what people did, and what came of it.
public enum QuakesAction: Codable, Hashable, Sendable {
  case ui(_ action: UI)
  case data(_ action: Data)
}

extension QuakesAction {
  /// What people did, by the component they did it in.
  public enum UI: Codable, Hashable, Sendable {
    case quakeList(_ action: QuakeList)
  }

  /// What came of it, by where it was done.
  public enum Data: Codable, Hashable, Sendable {
    case persistentSession(_ action: PersistentSession)
  }
}

extension QuakesAction.UI {
  /// In the list of quakes.
  public enum QuakeList: Codable, Hashable, Sendable {
    case onAppear
    case onTapRefreshQuakesButton(range: RefreshQuakesRange)
    case onTapDeleteSelectedQuakeButton(quakeId: Quake.ID)
    case onTapDeleteAllQuakesButton
    /// Asks for the kept quakes once more after a failure.
    case onTapTryAgainButton
  }
}

extension QuakesAction.UI.QuakeList {
  /// How far back a refresh goes.
  public enum RefreshQuakesRange: String, CaseIterable, Codable, Hashable, Sendable {
    case allHour, allDay, allWeek, allMonth
  }
}

extension QuakesAction.Data {
  /// What came of asking where quakes are kept, and where they come from.
  public enum PersistentSession: Codable, Hashable, Sendable {
    case localStore(_ action: LocalStore)
    case remoteStore(_ action: RemoteStore)
  }
}

extension QuakesAction.Data.PersistentSession {
  /// What came of asking where quakes are kept.
  public enum LocalStore: Codable, Hashable, Sendable {
    case didFetchQuakes(result: FetchQuakesResult)
    /// What is known besides the quakes. It comes before them.
    case didFetchLedger(ledger: QuakesState.Ledger)
    /// A change is on disk, or could not be put there.
    case didSaveQuakes(change: Change, result: SaveQuakesResult)
  }

  /// What came of asking the feed.
  public enum RemoteStore: Codable, Hashable, Sendable {
    case didFetchQuakes(result: FetchQuakesResult)
    /// As `didFetchQuakes` with success, and with all that the feed says
    /// besides its quakes.
    case didFetchFeed(feed: QuakesFeed)
  }
}

extension QuakesAction.Data.PersistentSession.LocalStore {
  /// How fetching the kept quakes ended.
  public enum FetchQuakesResult: Codable, Hashable, Sendable {
    case success(quakes: [Quake])
    case failure(error: String)
  }

  /// How saving a change ended.
  public enum SaveQuakesResult: Codable, Hashable, Sendable {
    case success
    case failure(error: String)
  }

  /// What there was to save.
  public enum Change: Codable, Hashable, Sendable {
    case refresh
    case deleteQuake(quakeId: Quake.ID)
    case deleteQuakes
  }
}

extension QuakesAction.Data.PersistentSession.RemoteStore {
  /// How fetching from the feed ended.
  public enum FetchQuakesResult: Codable, Hashable, Sendable {
    case success(quakes: [Quake])
    case failure(error: String)
  }
}
