/// Everything that the client stores under its key, so that it is written at once. Fields that this version does not
/// know stay as they are.
struct StoredDocument: Sendable {
  private(set) var fields: Fields
  /// Why nothing could be read. Retryable unless the stored data is damaged. Never written.
  private(set) var broken: AuthError?

  init(fields: Fields) { self.fields = fields }

  init(broken: AuthError) {
    fields = [:]
    self.broken = broken
  }

  init(text: String?) {
    // Without the underlying error, which would quote the stored data.
    let damaged = StoredDocument(broken: AuthError(.storage, "storage failed"))
    guard let text, !text.isEmpty else {
      self.init(fields: [:])
      return
    }
    guard let fields = try? JSONValue(parsing: text).object else {
      self = damaged
      return
    }
    self.init(fields: fields)
    if let session = fields["session"], session != .null, !isComplete(session) { self = damaged }
  }

  private func isComplete(_ session: JSONValue) -> Bool {
    guard let fields = session.object else { return false }
    return fields.object("user").text("id") != nil && fields.text("refreshToken") != nil
  }

  /// Damaged data can be replaced. Data that cannot be read now may be a session and must not be overwritten.
  func requireReplaceable() throws {
    if let broken, broken.isRetryable { throw broken }
  }

  func requireReadable() throws {
    if let broken { throw broken }
  }

  var session: StoredSession? {
    get { fields["session"]?.object.map(StoredSession.init) }
    set { fields["session"] = newValue.map { .object($0.fields) } }
  }

  /// The attempt id of the sign-in under way. The same one is sent again until there is an answer.
  var attempt: String? {
    get { fields.text("attempt") }
    set { fields["attempt"] = .text(newValue) }
  }

  /// Refresh tokens of sessions that ended here and that the server does not know of yet.
  var ended: [String]? {
    get { fields["ended"]?.array?.compactMap(\.string) }
    set { fields["ended"] = newValue.map(JSONValue.texts) }
  }

  /// The id of this installation, for push.
  var installationID: String? {
    get { fields.text("installationId") }
    set { fields["installationId"] = .text(newValue) }
  }

  var emailCode: EmailCodeFlow? {
    get { fields["emailCode"]?.object.map(EmailCodeFlow.init) }
    set { fields["emailCode"] = newValue.map { .object($0.fields) } }
  }

  var passkey: PendingPasskey? {
    get { fields["passkey"]?.object.map(PendingPasskey.init) }
    set { fields["passkey"] = newValue.map { .object($0.fields) } }
  }

  /// Device tokens by the key of their account, newest first.
  var devices: [(key: Int64, token: String)] {
    get {
      (fields["devices"]?.array ?? []).compactMap { each in
        guard let pair = each.array, pair.count == 2, let key = pair[0].int, let token = pair[1].string else {
          return nil
        }
        return (key, token)
      }
    }
    set { fields["devices"] = .array(newValue.map { .array([.int($0.key), .string($0.token)]) }) }
  }

  var text: String { JSONValue.object(fields).text }
}

/// The session with its tokens, which the app does not see.
struct StoredSession: Sendable, Equatable {
  private(set) var fields: Fields

  init(_ fields: Fields) { self.fields = fields }

  init(
    user: User, accessToken: String, refreshToken: String, attemptID: String, receivedAt: Int64, lifetime: Int64
  ) {
    fields = [
      "user": .object(user.fields), "accessToken": .string(accessToken), "refreshToken": .string(refreshToken),
      "attemptId": .string(attemptID), "receivedAt": .int(receivedAt), "lifetimeMs": .int(lifetime),
    ]
  }

  var user: User {
    get { User(fields: fields.object("user")) }
    set { fields["user"] = .object(newValue.fields) }
  }

  var accessToken: String { fields.string("accessToken") }
  var refreshToken: String { fields.string("refreshToken") }
  /// Random id under which `refreshToken` will be presented. It is written together with the token, so it is on the
  /// device before it is sent, and the same one is sent again after a lost answer or when the app was killed.
  var attemptID: String { fields.string("attemptId") }
  /// By this device's clock, in milliseconds.
  var receivedAt: Int64 { fields.int("receivedAt") }
  /// In milliseconds.
  var lifetime: Int64 { fields.int("lifetimeMs") }
}
