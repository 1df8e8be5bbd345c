import Foundation

/// Signs users in, keeps their session and gives out access tokens. Create one for the whole app.
///
/// A method that fails throws an `AuthError`; decide by its `reason`. Every call to the server may fail with `.network`,
/// `.timeout`, `.rateLimited`, `.overloaded` or `.storage` (all retryable), and every call that needs a user with
/// `.signedOut`. The methods name the other reasons. A method whose caller is cancelled throws `CancellationError`, and
/// what it has begun for the session is still finished.
///
/// Call a sign-up, sign-in or guest sign-in again after a retryable error, also when the app was restarted: there is one
/// account, one session and one guest, however many answers were lost.
public actor AuthClient {
  nonisolated let settings: Settings
  nonisolated let disk: Disk
  nonisolated let view = Broadcast<AuthState>(.loading)
  nonisolated let entitlementView = Broadcast<[Entitlement]?>(nil)
  nonisolated let mfaStepView = Broadcast<MFAStep?>(nil)
  nonisolated let pendingEmailCodeView = Broadcast<PendingEmailCode?>(nil)

  /// What the state shows, with its tokens.
  var current: StoredSession?
  var lifetimes: Lifetimes
  var flight = SingleFlight()
  /// The attempt of a token that was renewed for a call that then was refused.
  var renewedAttempt: String?
  var restoring: Task<Void, Never>?
  var lastLink: CompletedLink?
  var emailCodeIssuer: String?
  var heldStep: HeldStep?
  var lastReauthentication: LostReauthentication?
  var passkeyCeremony: Task<String, any Error>?
  var knownPasskeys: [Passkey] = []
  var entitlementCache: EntitlementCache?

  /// Creates the client. It reads the stored session at once; `ready()` returns when that is done.
  ///
  /// - Parameters:
  ///   - url: Where the server is, for example `https://auth.example.com`.
  ///   - publishableKey: The project's publishable key, `pk_...`. Not a secret.
  ///   - storage: Where the session is kept: `KeychainStorage()` in an app.
  ///   - options: Everything else.
  public init(url: URL, publishableKey: String, storage: any SecureStorage, options: Options = Options()) {
    precondition(publishableKey.hasPrefix("pk_"), "publishableKey must begin with pk_")
    settings = Settings(url: url, publishableKey: publishableKey, options: options)
    disk = Disk(storage: storage, key: settings.storageKey)
    lifetimes = Lifetimes(clock: options.clock)
    Task { await self.ready() }
  }

  /// Whether somebody is signed in, right now.
  public nonisolated var state: AuthState { view.value }

  /// The signed-in user, guests included; nil when nobody is signed in or the session is still being read.
  public nonisolated var user: User? { state.user }

  /// The current state, and then every change. Each access is a stream of its own. A reader who is slow sees the newest
  /// state.
  public nonisolated var states: AsyncStream<AuthState> { view.stream() }

  /// Returns when the stored session was read: `state` is then no longer `.loading`. Never waits for the network.
  public func ready() async {
    let task = restoring ?? Task { await self.restore() }
    restoring = task
    await task.value
  }

  private func restore() async {
    let stored = await disk.read()
    if let broken = stored.broken { settings.options.onError(broken) }
    show(stored.session, stored.broken == nil ? nil : .storage)
    endOnServer(stored.ended ?? [])
  }

  /// Ends the pause after a failed renewal, and renews the access token if it needs to be. Call it when the app comes to
  /// the foreground or back online; `ForegroundObserver` does the first.
  public func wake() {
    flight.resume()
    Task { _ = try? await self.accessToken() }
    wakeEntitlements()
  }

  func show(_ session: StoredSession?, _ reason: SignedOutReason? = nil) {
    let before = view.value
    // The first reason for being signed out is kept.
    if session == nil, case .signedOut = before { return }
    current = session
    let next: AuthState =
      if let session {
        .signedIn(user: session.user, session: Session(session), isStale: lifetimes.timeLeft(session) <= 0)
      } else {
        .signedOut(reason: reason)
      }
    guard view.send(next) else { return }
    endStep(before: before, after: next)
    followUser(next)
    if pendingEmailCodeView.hasListeners { Task { _ = await self.pendingEmailCode() } }
  }

  /// Runs `work` while holding the lock with this name.
  func withLock<T: Sendable>(
    _ name: String, _ work: @Sendable (isolated AuthClient) async throws -> T
  ) async throws -> T {
    await Locks.shared.acquire(name)
    defer { Locks.shared.release(name) }
    return try await work(self)
  }
}

extension AuthClient: CustomReflectable {
  /// Without what the client holds: its tokens must not get into a log.
  public nonisolated var customMirror: Mirror { Mirror(self, children: ["state": state]) }
}
