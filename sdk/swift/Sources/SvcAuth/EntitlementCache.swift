/// The server's last answer about entitlements, as it is kept in memory and in the client's storage. An entitlement is valid
/// until its expiry. The time until then is measured from the answer with two clocks, because one can be wrong or set back,
/// and the other can stop.
struct KeptEntitlements {
  /// The user of these entitlements.
  let user: String
  let list: [Entitlement]
  /// When the answer arrived, by the clock of this device and by that of the server.
  let at: Int64
  let serverAt: Int64
  /// When the answer arrived, by the steady clock.
  let arrivedAt: Int64

  func list(_ clock: any DeviceClock) -> [Entitlement] {
    let now = serverAt + max(clock.now() - at, clock.steady() - arrivedAt)
    return list.map { $0.at(now) }
  }

  var text: String {
    let fields: Fields = [
      "user": .string(user), "list": .array(list.map { .object($0.fields) }), "at": .int(at),
      "serverAt": .int(serverAt),
    ]
    return JSONValue.object(fields).text
  }
}

extension KeptEntitlements {
  /// Nil when it is damaged, or when the clock was set back: it shows a time before the answer.
  init?(text: String, clock: any DeviceClock) {
    guard let fields = (try? JSONValue(parsing: text))?.object, let at = fields["at"]?.int,
      let serverAt = fields["serverAt"]?.int, serverAt > 0, fields["list"]?.array != nil
    else { return nil }
    let age = clock.now() - at
    guard age > -Lifetimes.granularity else { return nil }
    self.init(
      user: fields.string("user"), list: fields.objects("list").map(Entitlement.init(fields:)), at: at,
      serverAt: serverAt, arrivedAt: clock.steady() - age)
  }

  /// The server wrote its own time into the access token, which came a few minutes ago.
  static func serverTime(_ session: StoredSession, now: Int64) -> Int64 {
    guard let issuedAt = AccessTokenClaims.read(session.accessToken)["iat"]?.int, issuedAt > 0 else { return now }
    return issuedAt * 1000 + max(0, now - session.receivedAt)
  }
}

/// What the client remembers about entitlements, from the first use of `billing` on.
struct EntitlementCache {
  /// How long a yes is repeated without asking the server.
  static let recent: Int64 = 60_000
  static let hour: Int64 = 3_600_000

  var kept: KeptEntitlements?
  var lastUser: String?
  var flight: Outcome<[Entitlement]>?
  /// Counts the flights, so that one that was replaced does not end its successor.
  var flights = 0
  /// When the server last answered or could not be reached, by the steady clock; nil when it has to be asked in any case.
  var triedAt: Int64?
  /// Answers may arrive out of order: the answer to an older request does not replace a newer one.
  var requests = 0
  var storedRequest = 0
  var writtenAt: Int64 = 0
  /// The last write. They are made one after the other.
  var writing: Task<Void, Never>?
}
