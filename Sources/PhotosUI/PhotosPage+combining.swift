import Foundation
import ImmutableUI
import Look
import PhotosData

extension PhotosPage.ViewState {
  /// What is shown of some inputs. Each is shown whatever the others are:
  /// what was typed and switched stays while photos come, or cannot come.
  init(combining inputs: PhotosPage.Inputs) {
    let isLoaded = inputs.progress.isLoaded
    self.init(
      count: inputs.location.showsPhotoCount && isLoaded ? grouped(inputs.photos.count) : nil,
      summary: Self.summary(inputs),
      searchText: inputs.location.query,
      showsPhotoCount: inputs.location.showsPhotoCount,
      messages: Self.messages(inputs),
      status: Self.status(inputs),
      banner: BannerUpdate.ViewState(inputs.banner, typed: inputs.typed),
      showUpdateView: inputs.location.sheet == .banner)
  }

  private static func summary(_ inputs: PhotosPage.Inputs) -> String {
    let progress = inputs.progress
    guard progress.isLoaded else { return "Each shown as the colour that its address names" }
    var parts = ["Each shown as the colour that its address names"]
    if inputs.location.showsPhotoCount, !inputs.location.query.isEmpty {
      parts = [
        "\(grouped(inputs.photos.count)) of \(counted(progress.total, "photo", "photos")), each as "
          + "the colour that its address names"
      ]
    }
    if let fetched = progress.fetched {
      parts.append("fetched \(time(fetched, inputs))")
    }
    if progress.skipped > 0 {
      parts.append("\(counted(progress.skipped, "photo", "photos")) could not be read")
    }
    return parts.joined(separator: "; ")
  }

  /// As in "4 May 2024, 07:06 UTC (5 min ago)".
  private static func time(_ date: Date, _ inputs: PhotosPage.Inputs) -> String {
    Moment(date).minuteAndAgo(from: inputs.now)
  }

  private static func status(_ inputs: PhotosPage.Inputs) -> Status {
    guard inputs.progress.isLoaded else {
      if case .failure(let error) = inputs.progress.status { return .error(error) }
      return .loading
    }
    let answer = inputs.photos
    if inputs.progress.total == 0 { return .empty(.noPhotos) }
    if answer.count == 0 { return .empty(.noMatch(inputs.location.query)) }
    if answer.photos.isEmpty { return .empty(.noSuchPage) }
    return .content(
      answer.photos.map(PhotoGrid.Swatch.init),
      Pagination(
        page: inputs.location.page, count: answer.count, length: PhotosQuestion.pageLength))
  }

  private static func messages(_ inputs: PhotosPage.Inputs) -> [Message] {
    let progress = inputs.progress
    var messages: [Message] = []
    switch progress.status {
    case .waiting where progress.isLoaded:
      messages.append(.waiting("Asking for newer photos"))
    case .failure(let error) where progress.isLoaded:
      let fetched = progress.fetched.map { time($0, inputs) } ?? "before"
      messages.append(
        .failure(
          "The photos could not be fetched anew. \(error) What you see was fetched \(fetched).",
          canTryAgain: true))
    default:
      if let notice = inputs.location.notice?.words { messages.append(.notice(notice)) }
    }
    if let error = progress.saveError {
      messages.append(
        .failure("\(error) The photos are kept in memory only.", canTryAgain: true))
    }
    return messages
  }
}

extension PhotosLocation.Notice {
  fileprivate var words: String? {
    switch self {
    case .refreshed: "These are the newest photos."
    case .current: "These are the newest photos: they were fetched less than a minute ago."
    case .bannerUpdated: "The banner was updated."
    // The sheet shows it.
    case .bannerSubmitted: nil
    }
  }
}
