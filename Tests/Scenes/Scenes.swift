#if DEBUG
public import ImmutableUI

@testable import AnimalsUI
@testable import BreedsUI
@testable import PhotosUI
@testable import QuakesUI
@testable import WebSite

/// The states of all pages and components of the program: for its gallery, for the snapshot
/// tests, and for the audits in browsers.
public enum Scenes {
  /// Returns the states of a guide. All galleries of a process share them: a view state costs
  /// much, and is computed once.
  ///
  /// - Parameter guide: the name of the guide; `nil` for what guides share.
  @Sendable
  public static func of(_ guide: String?) -> [Preview] {
    switch guide {
    case "animals": animals
    case "quakes": quakes
    case "breeds": breeds
    case "photos": photos
    case nil: shared
    default: []
    }
  }

  private static let animals = AnimalsPage.previews
  private static let quakes = QuakesPage.previews
  private static let breeds = BreedsPage.previews
  private static let photos = PhotosPage.previews
  private static let shared =
    SearchPage.previews + ErrorPage.previews + SignInPage.previews
    + InvitationPage.previews + PendingFormPage.previews
    + AccountPage.previews + OutageNotice.previews + SampleNotice.previews
    + SharedLook.previews
}
#endif
