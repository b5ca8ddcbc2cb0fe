import Fieldguide
import Scenes

/// The program with the states of all its pages in the gallery, for its developers. In a
/// release build it is the program.
@main
struct Development {
  static func main() async {
    #if DEBUG
    await Fieldguide.run(showing: Scenes.of)
    #else
    await Fieldguide.run()
    #endif
  }
}
