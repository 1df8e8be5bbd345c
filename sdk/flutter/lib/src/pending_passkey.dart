import 'dart:convert';

import 'package:svc_auth/src/auth_exception.dart';
import 'package:svc_auth/src/caller.dart';
import 'package:svc_auth/src/json.dart';
import 'package:svc_auth/src/passkey_ceremony.dart';

/// Longer than the answer to a repeated call takes to be of no use.
const _pendingMs = 900000;

/// Keeps a new passkey until the server has answered to it. After a lost answer, also when the app was killed, the same
/// call sends the same one again and asks the user nothing: otherwise there would be a passkey that the server does not
/// know, or two accounts. It is stored with the session, and every sign-in and sign-out removes it. What signs in is never
/// kept: the next person at the device would be signed in as the one before.
final class PendingPasskey {
  /// Of this client.
  const PendingPasskey(this._caller);

  final Caller _caller;

  /// The id of a passkey that the server may not know yet.
  Future<String?> credentialId() async {
    final last = await _last();
    return last == null ? null : credentialIdOf(last.credentialJson);
  }

  /// Runs a ceremony and sends its result, or only sends the result of the one before.
  Future<T> run<T>(
    String call,
    Json input,
    Future<String> Function() ceremony,
    Future<T> Function(String credentialJson) send,
  ) async {
    final keeper = _caller.keeper;
    await keeper.ready;
    final asked = jsonEncode([call, input, _caller.userId]);
    final kept = await _last();
    if (kept != null && kept.asked == asked) {
      try {
        return await _finish(send(kept.credentialJson));
      } on AuthException catch (error) {
        // It was too late for it. The user is asked again.
        if (error.reason != AuthReason.passkeyInvalid) rethrow;
      }
    }
    final credentialJson = await ceremony();
    final passkey = {'asked': asked, 'credentialJson': credentialJson, 'at': _caller.clock.now()};
    await keeper.disk.change((stored) => stored.replaceable.replacing({'passkey': passkey}));
    return _finish(send(credentialJson));
  }

  Future<({String asked, String credentialJson})?> _last() async {
    final passkey = (await _caller.keeper.disk.read()).passkey;
    if (passkey case {
      'asked': final String asked,
      'credentialJson': final String credentialJson,
      'at': final num at,
    } when (_caller.clock.now() - at).abs() < _pendingMs) {
      return (asked: asked, credentialJson: credentialJson);
    }
    return null;
  }

  Future<T> _finish<T>(Future<T> sent) async {
    try {
      final result = await sent;
      await _forget();
      return result;
    } on AuthException catch (error) {
      if (!error.retryable) await _forget();
      rethrow;
    }
  }

  /// Best effort: it is of no use soon.
  Future<void> _forget() async {
    try {
      await _caller.keeper.disk.change(
        (stored) => stored.passkey == null ? null : stored.replacing({'passkey': null}),
      );
    } on AuthException {
      return;
    }
  }
}
