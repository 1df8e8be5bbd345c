import Foundation
import Testing

@testable import SvcAuth

@Suite struct StateTests {
  /// From here on all tasks are on one thread.
  init() async { await SerialScheduler.shared.settle() }

  @Test("each stream of states begins with the current one, and has every change")
  func streams() async throws {
    let client = try testClient { _ in (200, [:], TestTransport.tokens(1)) }
    await client.ready()
    var states = client.states.makeAsyncIterator()
    #expect(await states.next() == .signedOut(reason: nil))
    try await client.signInAnonymously()
    #expect(await states.next()?.user?.id == "u1")
    var later = client.states.makeAsyncIterator()
    #expect(await later.next()?.user?.id == "u1")
    try await client.signOut()
    #expect(await states.next() == .signedOut(reason: .user))
    #expect(await later.next() == .signedOut(reason: .user))
  }

  @Test("a reader who is slow sees the newest state")
  func newest() async throws {
    let client = try testClient { _ in (200, [:], TestTransport.tokens(1)) }
    await client.ready()
    var states = client.states.makeAsyncIterator()
    try await client.signInAnonymously()
    try await client.signOut()
    #expect(await states.next() == .signedOut(reason: .user))
  }

  @Test("locks are given in the order in which they were asked for")
  func locks() async {
    let locks = Locks()
    let order = Broadcast<[Int]>([])
    await locks.acquire("a")
    await locks.acquire("b")
    let tasks = (0..<5).map { number in
      Task {
        await locks.acquire("a")
        order.send(order.value + [number])
        locks.release("a")
      }
    }
    await SerialScheduler.shared.settle()
    locks.release("a")
    for task in tasks { await task.value }
    #expect(order.value == order.value.sorted())
    #expect(order.value.count == 5)
  }
}
