#if canImport(Security)
  import Foundation
  import Security

  /// Keeps the session in the Keychain of this device: it is readable after the first unlock, it is in no backup for
  /// another device, and it is not synchronized.
  public struct KeychainStorage: SecureStorage {
    /// The `OSStatus` of a Keychain call that failed, such as that of a device that is still locked.
    public struct Failure: Error {
      /// What the Keychain said.
      public let status: OSStatus
    }

    private let service: String
    private let accessGroup: String?

    /// A storage in the app's Keychain. With an `accessGroup`, the app and its extensions share it.
    public init(service: String = "svc.auth", accessGroup: String? = nil) {
      self.service = service
      self.accessGroup = accessGroup
    }

    /// The stored value, or nil when there is none.
    public func value(forKey key: String) async throws -> String? {
      var query = item(key)
      query[kSecReturnData as String] = true
      query[kSecMatchLimit as String] = kSecMatchLimitOne
      var found: CFTypeRef?
      let status = SecItemCopyMatching(query as CFDictionary, &found)
      if status == errSecItemNotFound { return nil }
      guard status == errSecSuccess, let data = found as? Data else { throw Failure(status: status) }
      return String(decoding: data, as: UTF8.self)
    }

    /// Stores the value.
    public func set(_ value: String, forKey key: String) async throws {
      let content: [String: Any] = [
        kSecValueData as String: Data(value.utf8),
        kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
      ]
      var status = SecItemUpdate(item(key) as CFDictionary, content as CFDictionary)
      if status == errSecItemNotFound {
        let new = item(key).merging(content) { _, new in new }
        status = SecItemAdd(new as CFDictionary, nil)
      }
      guard status == errSecSuccess else { throw Failure(status: status) }
    }

    /// Removes the value, if there is one.
    public func removeValue(forKey key: String) async throws {
      let status = SecItemDelete(item(key) as CFDictionary)
      guard status == errSecSuccess || status == errSecItemNotFound else { throw Failure(status: status) }
    }

    private func item(_ key: String) -> [String: Any] {
      var query: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword,
        kSecAttrService as String: service,
        kSecAttrAccount as String: key,
        kSecUseDataProtectionKeychain as String: true,
      ]
      if let accessGroup { query[kSecAttrAccessGroup as String] = accessGroup }
      return query
    }
  }
#endif
