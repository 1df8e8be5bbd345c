/// Callers share the refresh that is under way. After a failure they get the same one for a while, longer each time, so
/// that an app that asks in a loop does not ask a server in trouble. A failure of the device itself pauses nothing.
struct SingleFlight {
  /// Of the refresh under way.
  var outcome: Outcome<Void>?
  private var failure: AuthError?
  private var failures = 0
  private var pauseEnds: Int64 = 0

  /// The error to repeat, while there is a pause.
  func pause(at steady: Int64) -> AuthError? {
    steady < pauseEnds ? failure : nil
  }

  mutating func succeeded() {
    failures = 0
    pauseEnds = 0
  }

  mutating func failed(_ error: AuthError, at steady: Int64) {
    failure = error
    guard error.reason != .storage else { return }
    // The exponent is limited only so that the number stays finite.
    let backOff = min(48_000, 800 * Double(1 << min(failures, 10)))
    let pause = max(backOff, (error.retryAfter ?? 0) * 1000)
    failures += 1
    // Not all clients at the same moment.
    pauseEnds = steady + Int64(pause * Double.random(in: 1...1.25))
  }

  mutating func resume() { pauseEnds = 0 }
}
