import ArgumentParser

/// What `Benchmarks/*.py` measure that is no part of the site.
@main
struct Benchmark: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fieldguide-benchmark",
    subcommands: [
      Render.self, Export.self, Serve.self, StoreDispatch.self, Streams.self, Merge.self,
    ])
}
