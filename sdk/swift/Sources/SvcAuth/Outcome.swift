import Foundation

/// A result that arrives once, and those who wait for it: they get it in the order in which they came. One who is cancelled
/// leaves, and the work goes on: a rotation whose answer nobody waits for is still written.
final class Outcome<Value: Sendable>: @unchecked Sendable {
  private typealias Waiter = CheckedContinuation<Value, any Error>

  private let mutex = NSLock()
  private var result: Result<Value, any Error>?
  private var waiters: [(id: UUID, waiter: Waiter)] = []
  /// Those who were cancelled before they began to wait.
  private var left: Set<UUID> = []

  /// Only the first result counts.
  func resolve(_ result: Result<Value, any Error>) {
    mutex.lock()
    let isFirst = self.result == nil
    let waiters = self.waiters
    if isFirst {
      self.result = result
      self.waiters = []
    }
    mutex.unlock()
    if isFirst { for (_, waiter) in waiters { waiter.resume(with: result) } }
  }

  func value() async throws -> Value {
    let id = UUID()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiter in
        if let result = join(id, waiter) { waiter.resume(with: result) }
      }
    } onCancel: {
      leave(id)
    }
  }

  /// The result, if it is there already.
  private func join(_ id: UUID, _ waiter: Waiter) -> Result<Value, any Error>? {
    mutex.lock()
    defer { mutex.unlock() }
    if left.remove(id) != nil { return Result.failure(CancellationError()) }
    if result == nil { waiters.append((id, waiter)) }
    return result
  }

  private func leave(_ id: UUID) {
    let waiter: Waiter? = mutex.withLock {
      guard let at = waiters.firstIndex(where: { $0.id == id }) else {
        if result == nil { left.insert(id) }
        return nil
      }
      return waiters.remove(at: at).waiter
    }
    waiter?.resume(throwing: CancellationError())
  }
}

extension AuthClient {
  /// Begins `work`, which is finished also when nobody waits for it any more.
  func begin<T: Sendable>(
    _ work: @escaping @Sendable (isolated AuthClient) async throws -> T
  ) -> Outcome<T> {
    let outcome = Outcome<T>()
    Task {
      do {
        outcome.resolve(.success(try await work(self)))
      } catch {
        outcome.resolve(.failure(error))
      }
    }
    return outcome
  }

  /// Finishes `work` also when the caller is cancelled meanwhile.
  func shielded<T: Sendable>(
    _ work: @escaping @Sendable (isolated AuthClient) async throws -> T
  ) async throws -> T {
    try Task.checkCancellation()
    return try await begin(work).value()
  }
}
