import 'package:svc_auth/src/auth_exception.dart';
import 'package:svc_auth/src/disk.dart';
import 'package:svc_auth/src/stored.dart';

const _mostAccounts = 3;

/// The device token for the account with this address, if there is one.
String? deviceTokenOf(Stored stored, String email) {
  final key = _keyOf(email);
  for (final (account, token) in _devicesOf(stored)) {
    if (account == key) return token;
  }
  return null;
}

/// Kept after signing out, so that strangers who guess passwords do not lock the user out on this device.
Stored withDeviceToken(Stored stored, String? email, Object? token) {
  if (email == null || email.isEmpty || token is! String || token.isEmpty) return stored;
  final key = _keyOf(email);
  final others = _devicesOf(stored).where((each) => each.$1 != key);
  return stored.replacing({
    'devices': [
      for (final (account, token) in [(key, token), ...others].take(_mostAccounts)) [account, token],
    ],
  });
}

/// Best effort: without a device token the app still works.
Future<void> keepDeviceToken(Disk disk, String? email, Object? token) async {
  try {
    await disk.change(
      (stored) => withDeviceToken(stored.replaceable, email ?? stored.session?.user.email, token),
    );
  } on AuthException {
    return;
  }
}

Iterable<(Object?, String)> _devicesOf(Stored stored) sync* {
  final devices = stored.fields['devices'];
  if (devices is! List<Object?>) return;
  for (final device in devices) {
    if (device case [final Object? account, final String token]) yield (account, token);
  }
}

/// The address itself is not stored. If two addresses had the same key, one would send the other's token, which the server
/// ignores.
int _keyOf(String email) {
  var key = 0;
  for (final letter in email.trim().toLowerCase().runes) {
    key = (key * 31 + String.fromCharCode(letter).codeUnitAt(0)).toSigned(32);
  }
  return key;
}
