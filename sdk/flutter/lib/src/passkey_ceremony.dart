import 'dart:convert';

import 'package:svc_auth/src/auth_exception.dart';
import 'package:svc_auth/src/json.dart';
import 'package:svc_auth/src/passkey_platform.dart';

/// Asks the platform, one ceremony at a time: a new one ends the one before.
final class PasskeyCeremonies {
  /// On this device.
  PasskeyCeremonies(this._platform);

  final PasskeyPlatform _platform;
  Object? _last;

  /// Makes a passkey with the options that [start] fetches.
  Future<String> create(Future<Json> Function() start) => _ask(start, _platform.create, isCreation: true);

  /// Uses a passkey.
  Future<String> get(Future<Json> Function() start) => _ask(start, _platform.get, isCreation: false);

  Future<String> _ask(
    Future<Json> Function() start,
    Future<String?> Function(String optionsJson) ceremony, {
    required bool isCreation,
  }) async {
    final own = _last = Object();
    if (!_platform.isAvailable) {
      throw const AuthException(
        AuthReason.passkeyFailed,
        'this device does not offer it',
        metadata: {'error': 'NotSupportedError'},
      );
    }
    final optionsJson = (await start())['optionsJson'];
    if (!identical(_last, own)) throw _cancelled();
    final String? answer;
    try {
      answer = await ceremony('$optionsJson');
    } on Object catch (cause) {
      throw _failure(cause, isCreation: isCreation);
    }
    return answer ?? (throw _cancelled());
  }
}

AuthException _cancelled([Object? cause]) =>
    AuthException(AuthReason.cancelled, 'the user turned back', cause: cause);

/// The platforms say the same in many ways: by the name of an error of WebAuthn, or by a code or a text of a native module.
/// iOS has numbers.
AuthException _failure(Object cause, {required bool isCreation}) {
  final text = '${cause.runtimeType} $cause';
  if (RegExp(r'NotAllowedError|AbortError|cancell?ed|error 1001\b', caseSensitive: false).hasMatch(text)) {
    return _cancelled(cause);
  }
  final exists = RegExp(r'InvalidStateError|AlreadyExists|ExcludeCredentials|error 1006\b');
  if (isCreation && exists.hasMatch(text)) {
    return AuthException(
      AuthReason.passkeyAlreadyExists,
      'this device has a passkey of the account',
      cause: cause,
    );
  }
  return AuthException(
    AuthReason.passkeyFailed,
    'the device refused',
    cause: cause,
    metadata: {'error': '${cause.runtimeType}'},
  );
}

/// The id of a passkey, in the JSON of the device.
String credentialIdOf(String credentialJson) {
  try {
    return '${jsonObject(jsonDecode(credentialJson))['id'] ?? ''}';
  } on FormatException {
    return '';
  }
}
