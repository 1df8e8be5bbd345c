import 'package:flutter_secure_storage/flutter_secure_storage.dart';
import 'package:svc_auth/svc_auth.dart';

/// Keeps the session in the Keychain or the Android Keystore.
class SecureAuthStorage implements AuthStorage {
  const SecureAuthStorage();

  // After the first unlock, so that a notification can renew the session while the phone is locked.
  static const _items = FlutterSecureStorage(
    iOptions: IOSOptions(accessibility: KeychainAccessibility.first_unlock_this_device),
  );

  @override
  Future<String?> read(String key) => _items.read(key: key);

  @override
  Future<void> write(String key, String value) => _items.write(key: key, value: value);

  @override
  Future<void> delete(String key) => _items.delete(key: key);
}
