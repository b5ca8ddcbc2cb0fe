import AnimalsUI
import BreedsUI
import ImmutableUI
package import Markup
import PhotosUI
import QuakesUI

/// The first page of the site: something of each guide, as it is now.
package struct FrontPage: Presenter {
  /// What the guides show of themselves.
  package struct ViewState: Hashable, Sendable {
    let quakes: QuakesExcerpt.ViewState
    let animals: AnimalsExcerpt.ViewState
    let breeds: BreedsExcerpt.ViewState
    let photos: PhotosExcerpt.ViewState
  }

  package let state: ViewState

  package init(state: ViewState) {
    self.state = state
  }

  package var body: some HTML {
    header {
      h1 { "Guides that are always current" }
      p {
        """
        Animals, earthquakes, dog breeds and photos. Whatever you select or filter is in the \
        address: keep it, share it, come back to it.
        """
      }
    }
    .class("hero")
    div {
      Fragment("quakes-excerpt", QuakesExcerpt.Presenter(state: state.quakes))
      Fragment("animals-excerpt", AnimalsExcerpt.Presenter(state: state.animals))
      Fragment("breeds-excerpt", BreedsExcerpt.Presenter(state: state.breeds))
      Fragment("photos-excerpt", PhotosExcerpt.Presenter(state: state.photos))
    }
    .class("front")
  }
}
