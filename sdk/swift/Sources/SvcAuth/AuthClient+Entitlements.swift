extension AuthClient {
  private nonisolated var entitlementKey: String { "\(settings.storageKey).entitlements" }

  /// Nothing is read, written or followed for an app that does not use `billing`.
  private func useCache() {
    if entitlementCache == nil { entitlementCache = EntitlementCache(lastUser: current?.user.id) }
  }

  /// Nil when nothing is known about the signed-in user.
  private var knownEntitlements: [Entitlement]? {
    guard let kept = entitlementCache?.kept, kept.user == current?.user.id else { return nil }
    return kept.list(settings.clock)
  }

  private var isRecentlyAsked: Bool {
    guard let triedAt = entitlementCache?.triedAt else { return false }
    return settings.clock.steady() - triedAt < EntitlementCache.recent
  }

  func hasCachedEntitlement(_ id: String) -> Bool? {
    useCache()
    return knownEntitlements.map { Self.isIn($0, id) }
  }

  func hasEntitlement(_ id: String) async throws -> Bool {
    useCache()
    await ready()
    if isRecentlyAsked, let known = knownEntitlements, Self.isIn(known, id) { return true }
    return Self.isIn(try await entitlements(), id)
  }

  func entitlements() async throws -> [Entitlement] {
    useCache()
    let outcome = entitlementCache?.flight ?? startFlight()
    do {
      return try await outcome.value()
    } catch let error as AuthError where error.isRetryable {
      entitlementCache?.triedAt = settings.clock.steady()
      if knownEntitlements == nil { await loadEntitlements() }
      guard let known = knownEntitlements else { throw error }
      return known
    }
  }

  private func startFlight() -> Outcome<[Entitlement]> {
    entitlementCache?.triedAt = nil
    entitlementCache?.flights += 1
    let number = entitlementCache?.flights
    let outcome = begin { client in
      defer { if client.entitlementCache?.flights == number { client.entitlementCache?.flight = nil } }
      return Self.list(try await client.askForEntitlements("ListEntitlements", [:]))
    }
    entitlementCache?.flight = outcome
    return outcome
  }

  /// Calls a method as the user and stores the entitlements in its answer, if the same user is still signed in.
  func askForEntitlements(_ method: String, _ body: Fields) async throws -> Fields {
    useCache()
    await ready()
    let user = current?.user.id
    var request = nextRequest()
    let answer = try await callAsUser(Billing.service(method), body)
    // This answer includes the purchases; the answer to a concurrent request may not.
    if !body.isEmpty { request = nextRequest() }
    if let user, user != current?.user.id { throw AuthError.signedOut() }
    if user != nil, let session = current, request > entitlementCache?.storedRequest ?? 0 {
      entitlementCache?.storedRequest = request
      entitlementCache?.triedAt = settings.clock.steady()
      keepEntitlements(session, Self.list(answer))
    }
    return answer
  }

  private func nextRequest() -> Int {
    entitlementCache?.requests += 1
    return entitlementCache?.requests ?? 0
  }

  private func keepEntitlements(_ session: StoredSession, _ list: [Entitlement]) {
    let clock = settings.clock
    let now = clock.now()
    let last = entitlementCache?.kept
    let next = KeptEntitlements(
      user: session.user.id, list: list, at: now, serverAt: KeptEntitlements.serverTime(session, now: now),
      arrivedAt: clock.steady())
    entitlementCache?.kept = next
    let isNew = last?.user != next.user || last?.list != next.list
    if isNew || abs(now - (entitlementCache?.writtenAt ?? 0)) > EntitlementCache.hour {
      entitlementCache?.writtenAt = now
      let (storage, key) = (disk.storage, entitlementKey)
      write { try await storage.set(next.text, forKey: key) }
    }
    entitlementView.send(knownEntitlements)
  }

  /// Reads what an earlier run of the app has stored, unless something is known already.
  private func loadEntitlements() async {
    guard let text = try? await disk.storage.value(forKey: entitlementKey) else { return }
    guard let found = KeptEntitlements(text: text, clock: settings.clock), knownEntitlements == nil else { return }
    entitlementCache?.kept = found
    entitlementView.send(knownEntitlements)
  }

  /// Writes are sequential and best effort: if one is lost, the next start needs the server.
  private func write(_ work: @escaping @Sendable () async throws -> Void) {
    let last = entitlementCache?.writing
    entitlementCache?.writing = Task {
      await last?.value
      try? await work()
    }
  }

  /// Deletes the stored entitlements when the user signs out, and notices when the user changes.
  func followUser(_ state: AuthState) {
    guard let cache = entitlementCache else { return }
    if case .signedOut(let reason) = state, let reason, reason != .storage {
      entitlementCache?.kept = nil
      let (storage, key) = (disk.storage, entitlementKey)
      write { try await storage.removeValue(forKey: key) }
    }
    let user = current?.user.id
    guard cache.lastUser != user else { return }
    entitlementCache?.lastUser = user
    // A pending answer for the previous user is not for this one.
    if cache.lastUser != nil { entitlementCache?.flight = nil }
    entitlementView.send(knownEntitlements)
    if entitlementView.hasListeners { refreshEntitlements() }
  }

  /// The app came to the foreground.
  func wakeEntitlements() {
    guard entitlementCache != nil else { return }
    entitlementCache?.triedAt = nil
    if knownEntitlements != nil || entitlementView.hasListeners { refreshEntitlements() }
  }

  /// Somebody shows the entitlements.
  func followEntitlements() async {
    useCache()
    guard !isRecentlyAsked else { return }
    await loadEntitlements()
    refreshEntitlements()
  }

  private func refreshEntitlements() {
    Task { _ = try? await self.entitlements() }
  }

  private static func list(_ answer: Fields) -> [Entitlement] {
    answer.objects("entitlements").map(Entitlement.init(answer:))
  }

  private static func isIn(_ list: [Entitlement], _ id: String) -> Bool {
    list.contains { $0.isActive && $0.id == id }
  }
}
