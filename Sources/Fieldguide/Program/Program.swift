import Fieldguide

/// The program.
@main
struct Program {
  static func main() async { await Fieldguide.run() }
}
