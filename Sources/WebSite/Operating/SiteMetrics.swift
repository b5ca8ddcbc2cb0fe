import ImmutableUI
import Metrics

extension Responder {
  /// Writes what operators count of the site.
  func writeMetrics(into text: inout MetricsText) {
    metrics.write(into: &text)
    write(handlers.pages.cache.counts, into: &text)
    text.gauge(
      "live_streams", "Pages in browsers that follow changes.",
      Double(handlers.streams.limit.count))
    text.gauge(
      "live_pages", "Addresses that such pages show.", Double(handlers.streams.live.pageCount))
    writeSelectors(into: &text)
  }

  private func write(_ counts: PageCache.Counts, into text: inout MetricsText) {
    text.counter(
      "page_cache_hits_total",
      "Pages sent as they were kept, since nothing had happened.",
      counts.hits)
    text.counter(
      "page_cache_revalidations_total",
      "Pages sent as they were kept, since what had happened changed nothing in them.",
      counts.revalidations)
    text.counter(
      "page_cache_misses_total", "Pages that were not kept, or no longer right.",
      counts.misses)
    text.counter(
      "page_renders_total", "Pages rendered, error pages and answers to posts included.",
      handlers.errors.renderer.document.renders)
    text.gauge("page_cache_entries", "Pages kept.", Double(counts.entries))
    text.gauge("page_cache_bytes", "Bytes of the pages kept.", Double(counts.bytes))
  }

  private func writeSelectors(into text: inout MetricsText) {
    var samples: [(labels: MetricsText.Labels, value: Double)] = []
    for guide in router.guides {
      for (name, counts) in guide.root.selectorCounts.sorted(by: { $0.key < $1.key }) {
        for (stage, count) in [
          ("filter", counts.filters), ("dependency", counts.dependencySelects),
          ("output", counts.outputSelects),
        ] {
          samples.append(
            (["store": guide.name, "selector": name, "stage": stage], Double(count)))
        }
      }
    }
    text.counter(
      "selector_evaluations_total",
      "How often selectors had their filter called, a dependency selected, an output made.",
      samples)
  }
}
