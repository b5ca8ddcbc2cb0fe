import ImmutableData
import ImmutableUI

/// The guides of a site as visitors see them, for the pages that are about all of them.
struct ShownGuides: Sendable {
  let guides: [any Guide]
  let samples: SampleSwitch

  /// The maximum wait for data. This is enough for data on disk; data from
  /// remote services are added by live updates.
  private static let patience = Duration.milliseconds(300)

  /// True if no guide has to load data first.
  var areReady: Bool { guides.allSatisfy { $0.isReady(samples) } }

  /// Waits for the data of all guides, for a limited time.
  func prepare() async {
    await withDeadline(Self.patience) {
      await withTaskGroup(of: Void.self) { group in
        for guide in guides { group.addTask { try? await guide.prepare(samples) } }
      }
    }
  }
}

extension Guide {
  /// The pages of the guide, or of its sample.
  func shownPages(_ samples: SampleSwitch) -> ShownPages<Pages> {
    ShownPages(self, samples: samples)
  }

  /// Returns a stream with an element for every change that may affect a page of
  /// the guide or of its sample.
  func makeRevisions(_ samples: SampleSwitch) -> AsyncStream<Int> {
    shownPages(samples).makeRevisions()
  }

  /// True if the first page can be rendered without waiting.
  fileprivate func isReady(_ samples: SampleSwitch) -> Bool {
    shownPages(samples).isReady(at: .init())
  }

  /// Waits for the data of the first page.
  fileprivate func prepare(_ samples: SampleSwitch) async throws {
    try await shownPages(samples).prepare(at: .init())
  }
}
