/// The part of the plugin that our code uses. The plugin itself is not among the packages that the tests can have.
class FlutterSecureStorage {
  const FlutterSecureStorage({this.iOptions = const IOSOptions()});

  final IOSOptions iOptions;

  Future<String?> read({required String key}) => throw UnimplementedError();

  Future<void> write({required String key, required String? value}) => throw UnimplementedError();

  Future<void> delete({required String key}) => throw UnimplementedError();
}

class IOSOptions {
  const IOSOptions({this.accessibility = KeychainAccessibility.unlocked});

  final KeychainAccessibility accessibility;
}

enum KeychainAccessibility { unlocked, first_unlock_this_device }
