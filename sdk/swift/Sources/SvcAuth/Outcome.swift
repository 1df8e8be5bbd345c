import Foundation

/// A result that arrives once, and the one who waits for it.
final class Outcome<Value: Sendable>: @unchecked Sendable {
  private let mutex = NSLock()
  private var result: Result<Value, any Error>?
  private var waiter: CheckedContinuation<Value, any Error>?

  /// Only the first result counts.
  func resolve(_ result: Result<Value, any Error>) {
    let waiter: CheckedContinuation<Value, any Error>? = mutex.withLock {
      guard self.result == nil else { return nil }
      self.result = result
      return self.waiter
    }
    waiter?.resume(with: result)
  }

  func value() async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let result: Result<Value, any Error>? = mutex.withLock {
        if self.result == nil { waiter = continuation }
        return self.result
      }
      if let result { continuation.resume(with: result) }
    }
  }
}

extension Task where Failure == any Error {
  /// The result of the task. When the caller is cancelled the wait ends, and the task goes on: a rotation whose answer
  /// nobody waits for is still written.
  func valueUnlessCancelled() async throws -> Success {
    let outcome = Outcome<Success>()
    _Concurrency.Task<Void, Never> { outcome.resolve(await self.result) }
    return try await withTaskCancellationHandler {
      try await outcome.value()
    } onCancel: {
      outcome.resolve(.failure(_Concurrency.CancellationError()))
    }
  }
}
