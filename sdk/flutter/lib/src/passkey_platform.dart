/// What makes and uses passkeys on the device. Options and answers are the JSON of WebAuthn, as text. Write it around a
/// package of your choice, for example `passkeys`.
abstract interface class PasskeyPlatform {
  /// Whether passkeys can be used on this device at all.
  bool get isAvailable;

  /// Makes a passkey. Null when the user turned back.
  Future<String?> create(String optionsJson);

  /// Uses a passkey. Null when the user turned back.
  Future<String?> get(String optionsJson);

  /// The server does not know this passkey: the device need not offer it any more. A device that cannot be told does
  /// nothing.
  Future<void> signalUnknown({required String rpId, required String credentialId});

  /// The server knows these passkeys of the user and no others.
  Future<void> signalAccepted({
    required String rpId,
    required String userHandle,
    required List<String> credentialIds,
  });
}

/// A device without passkeys.
final class NoPasskeys implements PasskeyPlatform {
  /// A device without passkeys.
  const NoPasskeys();

  @override
  bool get isAvailable => false;

  @override
  Future<String?> create(String optionsJson) async => null;

  @override
  Future<String?> get(String optionsJson) async => null;

  @override
  Future<void> signalUnknown({required String rpId, required String credentialId}) async {}

  @override
  Future<void> signalAccepted({
    required String rpId,
    required String userHandle,
    required List<String> credentialIds,
  }) async {}
}
