import Foundation
import Testing

@testable import Storage

/// Locks of folders.
@Suite struct FolderLockTests {
  private let folder: StorageFolder

  init() throws { folder = try StorageFolder() }

  @Test func `A second lock is refused until the first is released`() throws {
    var first: FolderLock? = try FolderLock(folder: folder.url)
    #expect(first != nil)
    let error = #expect(throws: FolderLockError.self) { try FolderLock(folder: folder.url) }
    #expect(error?.reason == .inUse)
    #expect(
      error?.localizedDescription
        == "another program is using the data folder \(folder.url.path).")
    first = nil
    _ = try FolderLock(folder: folder.url)
  }

  @Test func `Locks of different folders are independent`() throws {
    let other = try StorageFolder()
    let locks = try [FolderLock(folder: folder.url), FolderLock(folder: other.url)]
    #expect(locks.count == 2)
  }

  @Test func `An existing lock file does not prevent locking`() throws {
    try Data().write(to: folder.url.appending(path: "fieldguide.lock"))
    _ = try FolderLock(folder: folder.url)
  }

  @Test func `A missing folder cannot be locked`() {
    let error = #expect(throws: FolderLockError.self) {
      try FolderLock(folder: folder.url.appending(path: "missing"))
    }
    #expect(error?.reason == .unreadable)
  }
}
