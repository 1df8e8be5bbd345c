import Foundation

struct TimedOut: Error {}

/// Cancels `work` when the time is over.
func withTimeout<T: Sendable>(
  _ seconds: TimeInterval, _ work: @escaping @Sendable () async throws -> T
) async throws -> T {
  try await withThrowingTaskGroup(of: T.self) { group in
    defer { group.cancelAll() }
    group.addTask(operation: work)
    group.addTask {
      try await Task.sleep(nanoseconds: UInt64(seconds * 1_000_000_000))
      throw TimedOut()
    }
    guard let first = try await group.next() else { throw TimedOut() }
    return first
  }
}
