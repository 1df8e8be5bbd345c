import Foundation
import Testing

@testable import SvcAuth

@Suite(.serialized) struct CancellationTests {
  /// From here on all tasks are on one thread.
  init() async { await SerialScheduler.shared.settle() }

  @Test("a caller who is cancelled during a sign-in leaves at once, and the session is kept")
  func signIn() async throws {
    let gate = Gate()
    let client = try testClient { _ in
      await gate.wait()
      return (200, [:], TestTransport.tokens(1))
    }
    let caller = Task { try await client.signInAnonymously() }
    await SerialScheduler.shared.settle()
    caller.cancel()
    await #expect(throws: CancellationError.self) { try await caller.value }
    #expect(client.user == nil)
    await gate.open()
    await SerialScheduler.shared.settle()
    #expect(client.user?.id == "u1")
    #expect(try await client.accessToken() == "secret-access-1")
  }

  @Test("a rotation goes on for the others when one caller is cancelled, and its token is written")
  func refresh() async throws {
    let gate = Gate()
    let storage = MemoryStorage()
    let client = try testClient(storage) { request in
      guard request.url?.lastPathComponent == "RefreshToken" else { return (200, [:], TestTransport.tokens(1)) }
      await gate.wait()
      return (200, [:], TestTransport.tokens(2))
    }
    try await client.signInAnonymously()
    let first = Task { try await client.accessToken(forceRefresh: true) }
    let second = Task { try await client.accessToken(forceRefresh: true) }
    await SerialScheduler.shared.settle()
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    await gate.open()
    #expect(try await second.value == "secret-access-2")
    let stored = try #require(await storage.value(forKey: client.settings.storageKey))
    #expect(stored.contains("secret-refresh-2"))
  }

  @Test("a caller who was cancelled before sends nothing")
  func before() async throws {
    let client = try testClient { _ in
      Issue.record("a request was sent")
      return (200, [:], "{}")
    }
    let caller = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await client.signInAnonymously()
    }
    await #expect(throws: CancellationError.self) { try await caller.value }
  }
}
