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
  /// Returns the states of a guide.
  ///
  /// - Parameter guide: the name of the guide; `nil` for what guides share.
  @Sendable
  public static func of(_ guide: String?) -> [Preview] {
    switch guide {
    case "animals": AnimalsPage.previews
    case "quakes": QuakesPage.previews
    case "breeds": BreedsPage.previews
    case "photos": PhotosPage.previews
    case nil:
      SearchPage.previews + ErrorPage.previews + SignInPage.previews
        + InvitationPage.previews + PendingFormPage.previews
        + AccountPage.previews + OutageNotice.previews + SampleNotice.previews
        + SharedLook.previews
    default: []
    }
  }
}
#endif
