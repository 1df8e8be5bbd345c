import 'package:flutter/services.dart';

// The parts of other packages that the README uses, because the tests of this package install none.

/// As in flutter_secure_storage 10.
class FlutterSecureStorage {
  const FlutterSecureStorage({this.iOptions = const IOSOptions()});

  final IOSOptions iOptions;

  static final items = <String, String>{};

  Future<String?> read({required String key}) async => items[key];

  Future<void> write({required String key, required String? value}) async =>
      value == null ? items.remove(key) : items[key] = value;

  Future<void> delete({required String key}) async => items.remove(key);
}

class IOSOptions {
  const IOSOptions({this.accessibility});

  final KeychainAccessibility? accessibility;
}

// ignore: constant_identifier_names, because the package names it like this
enum KeychainAccessibility { first_unlock_this_device }

/// As in flutter_web_auth_2 5.
class FlutterWebAuth2 {
  /// What the browser returns with; null when the user closes it.
  static Uri? Function(Uri url, String callbackUrlScheme) browser = (_, _) => null;

  static Future<String> authenticate({required String url, required String callbackUrlScheme}) async {
    final returned = browser(Uri.parse(url), callbackUrlScheme);
    return '${returned ?? (throw PlatformException(code: 'CANCELED', message: 'User canceled login'))}';
  }
}
