import Foundation

/// Runs all tasks of the process on one thread, one after the other, and so knows when nothing is left to do. Without it,
/// "the client sends nothing" could only be shown by waiting for a while.
///
/// It uses the hook that Swift's runtime has for this: it receives each job that would go to the global executor.
final class SerialScheduler: SerialExecutor, @unchecked Sendable {
  static let shared = SerialScheduler()

  private typealias Original = @convention(thin) (UnownedJob) -> Void
  private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

  private let condition = NSCondition()
  private var jobs: [UnownedJob] = []
  private var waiters: [UnsafeContinuation<Void, Never>] = []

  private init() {
    guard let symbol = dlsym(dlopen(nil, RTLD_LAZY), "swift_task_enqueueGlobal_hook") else {
      fatalError("this Swift runtime has no swift_task_enqueueGlobal_hook")
    }
    Thread.detachNewThread { [self] in
      while true { runNext() }
    }
    symbol.assumingMemoryBound(to: Hook?.self).pointee = { job, _ in SerialScheduler.shared.enqueue(job) }
  }

  func enqueue(_ job: UnownedJob) {
    condition.withLock {
      jobs.append(job)
      condition.signal()
    }
  }

  /// Returns when no task can go on by itself.
  func settle() async {
    await withUnsafeContinuation { continuation in
      condition.withLock {
        waiters.append(continuation)
        condition.signal()
      }
    }
  }

  private func runNext() {
    condition.lock()
    while jobs.isEmpty && waiters.isEmpty { condition.wait() }
    if jobs.isEmpty {
      let settled = waiters
      waiters = []
      condition.unlock()
      for waiter in settled { waiter.resume() }
    } else {
      let job = jobs.removeFirst()
      condition.unlock()
      job.runSynchronously(on: asUnownedSerialExecutor())
    }
  }
}
