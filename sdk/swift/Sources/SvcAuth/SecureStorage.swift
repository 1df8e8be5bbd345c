/// Where the session is kept. A method that fails must throw: nil means that nothing is stored. A written value must be
/// on the device when `set` returns.
public protocol SecureStorage: Sendable {
  /// The stored value, or nil when there is none.
  func value(forKey key: String) async throws -> String?
  /// Stores the value.
  func set(_ value: String, forKey key: String) async throws
  /// Removes the value, if there is one.
  func removeValue(forKey key: String) async throws
}
