import Foundation

/// Locks by name, first come, first served. Clients of one process that have the same storage key share them; other
/// processes do not, which is safe because of the attempt ids.
final class Locks: @unchecked Sendable {
  static let shared = Locks()

  private let mutex = NSLock()
  /// Those who wait for a lock that is held, by its name.
  private var waiters: [String: [CheckedContinuation<Void, Never>]] = [:]

  func acquire(_ name: String) async {
    await withCheckedContinuation { continuation in
      let isFree = mutex.withLock {
        guard waiters[name] != nil else {
          waiters[name] = []
          return true
        }
        waiters[name]?.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  func release(_ name: String) {
    let next: CheckedContinuation<Void, Never>? = mutex.withLock {
      guard waiters[name]?.isEmpty == false else {
        waiters[name] = nil
        return nil
      }
      return waiters[name]?.removeFirst()
    }
    next?.resume()
  }
}
