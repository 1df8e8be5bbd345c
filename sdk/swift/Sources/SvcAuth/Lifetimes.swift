/// How long an access token is still good for. Counted from its arrival, because the clock of a phone may be wrong by
/// hours; and by both clocks, because one may be set back and the other one stops.
struct Lifetimes {
  /// A process and the next one see the same clock, but not to the millisecond.
  static let granularity: Int64 = 30_000

  let clock: any DeviceClock
  private var newest = ""
  private var arrivedAt: Int64 = 0

  init(clock: any DeviceClock) { self.clock = clock }

  /// The access token arrives at this moment.
  mutating func begin(_ accessToken: String) {
    newest = accessToken
    arrivedAt = clock.steady()
  }

  func timeLeft(_ session: StoredSession) -> Int64 {
    let age = clock.now() - session.receivedAt
    if session.accessToken == newest { return session.lifetime - max(age, clock.steady() - arrivedAt) }
    return age < -Self.granularity ? 0 : session.lifetime - age
  }
}
