extension Fields {
  /// `PUSH_PROVIDER_FCM` on the wire is `fcm` in the app, and absent when it is not given.
  mutating func shorten(_ name: String, prefix: String) {
    guard let value = text(name), value.hasPrefix("\(prefix)_") else { return }
    let short = value.dropFirst(prefix.count + 1).lowercased()
    self[name] = short == "unspecified" ? nil : .string(short)
  }
}
