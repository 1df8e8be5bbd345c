import 'package:svc_auth/svc_auth.dart';

import 'stand_ins.dart';

class SecureAuthStorage implements AuthStorage {
  // Readable after the first unlock: otherwise a push message that wakes the locked phone finds no session. Only on this
  // device: a copy on another one would look like theft, and the server would end the session.
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
