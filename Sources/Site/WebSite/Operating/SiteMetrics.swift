import ImmutableUI
import Metrics

extension Responder {
  /// Writes the metrics of the site.
  func writeMetrics(into text: inout MetricsText) {
    metrics.write(into: &text)
    write(handlers.pages.cache.counts, into: &text)
    text.gauge(
      "pages_waiting", "Pages that are made as soon as it is their client's turn.",
      Double(handlers.pages.queue.waiting + handlers.streams.updates.waiting))
    text.gauge("live_streams", "Open event streams.", Double(handlers.streams.limit.count))
    text.gauge(
      "live_pages", "Distinct pages with open event streams.",
      Double(handlers.streams.live.pageCount))
    writeSelectors(into: &text)
  }

  private func write(_ counts: PageCache.Counts, into text: inout MetricsText) {
    text.counter(
      "page_cache_hits_total",
      "Requests served from the page cache without revalidation.",
      counts.hits)
    text.counter(
      "page_cache_revalidations_total",
      "Requests served from the page cache after revalidation.",
      counts.revalidations)
    text.counter(
      "page_cache_misses_total", "Requests that were not served from the page cache.",
      counts.misses)
    text.counter(
      "page_renders_total", "Rendered pages, including error pages and responses to posts.",
      handlers.errors.renderer.document.renders)
    text.gauge("page_cache_entries", "Cached pages.", Double(counts.entries))
    text.gauge("page_cache_bytes", "Size of the cached pages in bytes.", Double(counts.bytes))
  }

  private func writeSelectors(into text: inout MetricsText) {
    var samples: [(labels: MetricsText.Labels, value: Double)] = []
    for guide in router.guides {
      for (name, counts) in guide.root.selectorCounts.sorted(by: { $0.key < $1.key }) {
        for (stage, count) in [
          ("filter", counts.filters), ("dependency", counts.dependencySelects),
          ("output", counts.outputSelects),
        ] {
          samples.append((["store": guide.name, "selector": name, "stage": stage], Double(count)))
        }
      }
    }
    text.counter("selector_evaluations_total", "Evaluations of selectors, by stage.", samples)
  }
}
