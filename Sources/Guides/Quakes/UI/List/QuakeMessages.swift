import Foundation
import ImmutableData
import ImmutableUI
import Look
import Markup
import QuakesData
import WebClient

/// The messages about operations: in progress, ended, failed.
enum QuakeMessages {
  struct Container: ImmutableUI.Container {
    let location: QuakesLocation
    let now: Date

    func viewState(_ select: SelectQuakes) -> [Message] {
      let ledger = select(.ledger)
      var messages: [Message] = []
      switch select(.quakesStatus) {
      // That of the hour comes each minute, and soon ends.
      case .waiting where ledger.isLoaded && ledger.lastRange == .allHour: break
      // An empty list says that it is being loaded.
      case .waiting:
        guard ledger.isLoaded, let range = ledger.lastRange else { break }
        messages.append(
          .waiting(
            "Refreshing \(range.phrase)",
            done: select(.received).map { DoneAmount(bytes: $0.received, of: $0.total) }))
      case .failure(let error):
        if let failure = failure(error, ledger, select) { messages.append(failure) }
      default:
        break
      }
      if ledger.unsaved.contains(where: { $0.key != .refresh && $0.value == .waiting }) {
        messages.append(.waiting("Saving the change", done: nil))
      }
      // The notice of a refresh needs its counts, which exist only after it has
      // succeeded.
      if let notice = location.notice,
        notice != .refreshed || select(.quakesStatus) == .success
      {
        messages.append(
          .notice(
            message(for: notice, in: ledger), undo: undo(select)))
      }
      if let error = ledger.saveError {
        messages.append(.failure(error, retry: nil))
      }
      return messages
    }

    private func failure(
      _ error: String, _ ledger: QuakesState.Ledger, _ select: SelectQuakes
    ) -> Message? {
      guard ledger.isLoaded else {
        return .failure(
          "The stored earthquakes could not be loaded. \(error)",
          retry: QuakesRoute.post(.tryAgain, from: location).href)
      }
      // An empty list says where its events come from.
      guard select(.quakesCount) > 0 else { return nil }
      let text = "The earthquakes could not be updated."
      return .outage(
        ledger.lastRefresh.map {
          DatedText(
            before: "\(text) Shown is the state of ",
            moment: Moment($0.generated, in: location.measures.zone), after: ".")
        } ?? DatedText(before: text))
    }

    private func message(
      for notice: QuakesLocation.Notice, in ledger: QuakesState.Ledger
    ) -> String {
      switch notice {
      case .refreshed: "Refreshed: \(ledger.lastRefresh?.counts.summary ?? "nothing new")."
      case .deleted: "The event was deleted. A refresh does not bring it back."
      case .deletedAll: "All events were deleted."
      case .restored: "Restored."
      case .nothingRestored:
        "There was nothing to restore: the events are in the list again, or were not kept."
      }
    }

    /// Returns the form that undoes the deletion of the notice, unless it was
    /// undone.
    private func undo(_ select: SelectQuakes) -> Notice.Undo? {
      let deletions = select(.deletions)
      let field: HiddenField? =
        switch location.undo {
        case .quake(let quakeId):
          deletions.quake(anyId: quakeId).map { .init("quakeId", $0.quake.id) }
        case .deletion(let date):
          deletions.all.contains { $0.date == date } ? .init("deletion", date.deletion) : nil
        case .all, nil: nil
        }
      return field.map {
        Notice.Undo(QuakesRoute.post(.restore, from: location).href, fields: [$0])
      }
    }
  }

  enum Message: Hashable, Sendable {
    case waiting(String, done: DoneAmount?)
    case notice(String, undo: Notice.Undo?)
    case failure(String, retry: Href?)
    /// The feed could not be fetched. The page shows what is stored.
    case outage(DatedText)
  }

  struct Presenter: FragmentPresenter {
    static let id = "quake-messages"
    let state: [Message]

    var body: some HTML {
      Part(Self.id) {
        ForEach(state) { message in
          switch message {
          case .waiting(let message, let done): WaitingNotice(message, done: done)
          case .notice(let message, let undo):
            Notice(Phrase(message), undo: undo)
          case .failure(let message, let retry): FailedNotice(message, retry: retry)
          case .outage(let message): p { message }.class("feed").role("status")
          }
        }
      }
    }
  }
}
