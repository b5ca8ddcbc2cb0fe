import ArgumentParser

/// The program behind the benchmarks in `Benchmarks/*.py` that do not measure the
/// site itself.
@main
struct Benchmark: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fieldguide-benchmark",
    subcommands: [
      Render.self, Export.self, Serve.self, StoreDispatch.self, Streams.self, Merge.self,
      LogAdds.self,
    ])
}
