/// What makes and uses passkeys on the device. Options and answers are the JSON of WebAuthn, as text. `SystemPasskeys`
/// does it on iOS, macOS and visionOS. When the caller is cancelled, a method has to end.
public protocol PasskeyAuthenticator: Sendable {
  /// Whether passkeys can be used on this device at all.
  var isAvailable: Bool { get }
  /// Makes a passkey. Throws `PasskeyFailure`.
  func create(optionsJSON: String) async throws -> String
  /// Uses a passkey. Throws `PasskeyFailure`.
  func get(optionsJSON: String) async throws -> String
  /// The server does not know this passkey: the device need not offer it any more.
  func forget(credentialID: String, domain: String) async
  /// The server knows these passkeys of the user and no others.
  func keepOnly(credentialIDs: [String], userID: String, domain: String) async
}

extension PasskeyAuthenticator {
  /// Does nothing: not every system takes this.
  public func forget(credentialID: String, domain: String) async {}
  /// Does nothing: not every system takes this.
  public func keepOnly(credentialIDs: [String], userID: String, domain: String) async {}
}

/// Why there is no answer of a passkey.
public enum PasskeyFailure: Error, Sendable {
  /// The user turned back, or the time is over.
  case cancelled
  /// This device has a passkey of the account.
  case alreadyExists
  /// The device refused. The name is its word for it.
  case failed(name: String, message: String)
}
