import Foundation

/// Device tokens are kept after signing out, so that strangers who guess passwords do not lock the user out on this
/// device.
extension StoredDocument {
  private static let mostAccounts = 3

  /// The device token for the account with this address, if there is one.
  func deviceToken(for email: String) -> String? {
    let key = Self.deviceKey(of: email)
    return devices.first { $0.key == key }?.token
  }

  mutating func keepDeviceToken(_ token: String?, for email: String?) {
    guard let email, !email.isEmpty, let token, !token.isEmpty else { return }
    let key = Self.deviceKey(of: email)
    let others = devices.filter { $0.key != key }
    devices = Array(([(key, token)] + others).prefix(Self.mostAccounts))
  }

  /// The address itself is not stored. If two addresses had the same key, one would send the other's token, which the
  /// server ignores.
  private static func deviceKey(of email: String) -> Int64 {
    let units = email.trimmingCharacters(in: .whitespacesAndNewlines).lowercased().unicodeScalars.map {
      Int32($0.utf16.first ?? 0)
    }
    return Int64(units.reduce(Int32(0)) { $0 &* 31 &+ $1 })
  }
}

extension AuthClient {
  /// Best effort: without a device token the app still works.
  func keepDeviceToken(_ token: String?, for email: String? = nil) async {
    try? await disk.change { stored in
      try stored.requireReplaceable()
      guard let token, !token.isEmpty else { return false }
      stored.keepDeviceToken(token, for: email ?? stored.session?.user.email)
      return true
    }
  }
}
