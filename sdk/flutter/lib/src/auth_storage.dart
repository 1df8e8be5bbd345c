/// Where the session is kept: the key store of the phone. A method that fails must throw: null means that nothing is
/// stored. The README has an implementation with `flutter_secure_storage`.
abstract interface class AuthStorage {
  /// The text under a key, or null when there is none.
  Future<String?> read(String key);

  /// Stores a text; must have it on disk when the future completes.
  Future<void> write(String key, String value);

  /// Removes a text, if there is one.
  Future<void> delete(String key);
}

/// Keeps the session in memory until the process ends: for tests and scripts.
final class MemoryStorage implements AuthStorage {
  /// Creates an empty storage.
  MemoryStorage();

  final _items = <String, String>{};

  @override
  Future<String?> read(String key) async => _items[key];

  @override
  Future<void> write(String key, String value) async => _items[key] = value;

  @override
  Future<void> delete(String key) async => _items.remove(key);
}
