/// Whether somebody is signed in.
public enum AuthState: Sendable, Hashable {
  /// The stored session is still being read. Show a splash screen, not the sign-in screen.
  case loading
  /// Nobody is signed in. The reason is nil when there was no session to begin with.
  case signedOut(reason: SignedOutReason?)
  /// A user or a guest is signed in, also without a network. `isStale`: the access token has expired and could not be
  /// renewed yet, usually because the device is offline. Show what you have.
  case signedIn(user: User, session: Session, isStale: Bool)

  /// The signed-in user, guests included.
  public var user: User? {
    if case .signedIn(let user, _, _) = self { user } else { nil }
  }

  /// The access token and its expiry, when somebody is signed in.
  public var session: Session? {
    if case .signedIn(_, let session, _) = self { session } else { nil }
  }
}

/// Why nobody is signed in.
public enum SignedOutReason: String, Sendable, Hashable {
  /// The user signed out, here or in another process on the same storage.
  case user
  /// The session was not used for too long, or has reached its maximum length.
  case expired
  /// Another device, an administrator or the server ended the session.
  case revoked
  /// The account is disabled.
  case disabled
  /// The account was deleted.
  case deleted
  /// The stored session could not be read. It may come back: nothing was deleted.
  case storage
}
