import Foundation

/// A value that can be read at any time, and streams of its changes.
final class Broadcast<Value: Sendable & Equatable>: @unchecked Sendable {
  private let mutex = NSLock()
  private var current: Value
  private var listeners: [UUID: AsyncStream<Value>.Continuation] = [:]

  init(_ value: Value) { current = value }

  var value: Value { mutex.withLock { current } }

  var hasListeners: Bool { mutex.withLock { !listeners.isEmpty } }

  /// Returns whether it is another value.
  @discardableResult
  func send(_ value: Value) -> Bool {
    mutex.withLock {
      guard value != current else { return false }
      current = value
      for listener in listeners.values { listener.yield(value) }
      return true
    }
  }

  /// Begins with the current value. A reader who is slow sees the newest one.
  func stream() -> AsyncStream<Value> {
    let (stream, listener) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
    let id = UUID()
    listener.onTermination = { [weak self] _ in self?.remove(id) }
    mutex.withLock {
      listeners[id] = listener
      listener.yield(current)
    }
    return stream
  }

  private func remove(_ id: UUID) {
    mutex.withLock { listeners[id] = nil }
  }

  deinit {
    for listener in listeners.values { listener.finish() }
  }
}
