/// Keeps the session in memory until the process ends: for tests, previews and scripts.
public actor MemoryStorage: SecureStorage {
  private var values: [String: String] = [:]

  /// An empty storage.
  public init() {}

  /// The stored value, or nil when there is none.
  public func value(forKey key: String) -> String? { values[key] }

  /// Stores the value.
  public func set(_ value: String, forKey key: String) { values[key] = value }

  /// Removes the value, if there is one.
  public func removeValue(forKey key: String) { values[key] = nil }
}
