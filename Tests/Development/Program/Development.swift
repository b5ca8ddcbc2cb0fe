#if DEBUG
import Scenes

@testable import DevelopmentTools
@testable import Fieldguide
@testable import WebSite
#else
import Fieldguide
#endif

/// The program with a gallery of the states of all its pages and an inspector, for its
/// developers. In a release build it is the program.
@main
struct Development {
  static func main() async {
    #if DEBUG
    await Fieldguide.site.tools(DevelopmentTools.all(showing: Scenes.of)).run()
    #else
    await Fieldguide.run()
    #endif
  }
}
