import ImmutableUI
import Look

/// The confirmation before all quakes are deleted.
enum DeleteAllConfirmation {
  /// Reads the number of stored quakes.
  struct Container: ImmutableUI.Container {
    let location: QuakesLocation

    func viewState(_ select: SelectQuakes) -> Confirmation.ViewState {
      let all = counted(select(.quakesCount), "event", "events")
      return Confirmation.ViewState(
        title: Phrase("Delete all \(all)?"),
        message:
          "They are removed for everyone, and can be restored for 30 days. The next refresh "
          + "loads the events of the feed again, except those deleted one by one.",
        confirm: Phrase("Yes, delete all"),
        action: QuakesRoute.post(.deleteAll, from: location.plain).href,
        // Back to what opened the dialog.
        cancel: QuakesRoute.page(location.plain).href(fragment: QuakeMenus.moreId))
    }
  }
}
