/// Ties an ID token of Google's or Apple's own SDK to one sign-in, so that nobody can use the token again.
public struct Nonce: Sendable {
  /// For `signInWithIDToken` or `linkIDToken`.
  public let value: String
  /// For the provider's SDK.
  public let hashed: String

  /// A random nonce.
  public init() {
    var generator = SystemRandomNumberGenerator()
    value = Base64URL.encode((0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    hashed = Hex.encode(SHA256.hash(value))
  }
}
