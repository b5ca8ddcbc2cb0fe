import AnimalsUI
import BreedsUI
import ImmutableUI
package import Metrics
import PhotosUI
import QuakesUI

extension Site {
  /// Writes what operators count of the site.
  package func writeMetrics(into text: inout MetricsText) {
    requests.write(into: &text)
    write(pages.counts, into: &text)
    text.gauge(
      "fieldguide_live_streams", "Pages in browsers that follow changes.", Double(streams.count))
    text.gauge(
      "fieldguide_live_pages", "Addresses that such pages show.", Double(live.pageCount))
    writeSelectors(into: &text)
  }

  private func write(_ counts: PageCache.Counts, into text: inout MetricsText) {
    text.counter(
      "fieldguide_page_cache_hits_total",
      "Pages sent as they were kept, since nothing had happened.",
      counts.hits)
    text.counter(
      "fieldguide_page_cache_revalidations_total",
      "Pages sent as they were kept, since what had happened changed nothing in them.",
      counts.revalidations)
    text.counter(
      "fieldguide_page_cache_misses_total", "Pages that were not kept, or no longer right.",
      counts.misses)
    text.counter(
      "fieldguide_page_renders_total", "Pages rendered, error pages and answers to posts included.",
      document.renders)
    text.gauge("fieldguide_page_cache_entries", "Pages kept.", Double(counts.entries))
    text.gauge("fieldguide_page_cache_bytes", "Bytes of the pages kept.", Double(counts.bytes))
  }

  private func writeSelectors(into text: inout MetricsText) {
    let guides = [
      (Guide.animals, animals.selectorCounts), (.quakes, quakes.selectorCounts),
      (.breeds, breeds.selectorCounts), (.photos, photos.selectorCounts),
    ]
    var samples: [(labels: MetricsText.Labels, value: Double)] = []
    for (guide, selectors) in guides {
      for (name, counts) in selectors.sorted(by: { $0.key < $1.key }) {
        for (stage, count) in [
          ("filter", counts.filters), ("dependency", counts.dependencySelects),
          ("output", counts.outputSelects),
        ] {
          samples.append(
            (["store": guide.rawValue, "selector": name, "stage": stage], Double(count)))
        }
      }
    }
    text.counter(
      "fieldguide_selector_evaluations_total",
      "How often selectors had their filter called, a dependency selected, an output made.",
      samples)
  }
}
