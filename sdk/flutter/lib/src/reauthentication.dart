import 'dart:convert';

import 'package:svc_auth/src/auth_exception.dart';
import 'package:svc_auth/src/base64_text.dart';
import 'package:svc_auth/src/caller.dart';
import 'package:svc_auth/src/json.dart';
import 'package:svc_auth/src/kept_factors.dart';
import 'package:svc_auth/src/session.dart';

/// The session, and when its user last proved who they are, in seconds; 0 where the project does not say.
typedef _Claims = ({String? sid, num authTime});

/// Sends a proof. After a lost answer the token tells whether it has arrived: most proofs work once.
final class Reauthentication {
  /// Of this client.
  Reauthentication(this._caller);

  final Caller _caller;
  ({String request, _Claims claims})? _lost;

  /// Sends a proof.
  Future<Session> send(Json request) async {
    final text = jsonEncode(request);
    try {
      final session = await _caller.keeper.rotate((_, _) => _isDone(text), (attemptId, token) {
        _lost = (request: text, claims: _claimsOf(token));
        return _caller.call('${mfaService}Reauthenticate', {...request, 'attemptId': attemptId}, token);
      });
      _lost = null;
      return session;
    } on AuthException catch (error) {
      if (!error.retryable) _lost = null;
      rethrow;
    }
  }

  bool _isDone(String text) {
    final lost = _lost;
    if (lost == null || lost.request != text) return false;
    final now = _claimsOf(_caller.keeper.view.current?.accessToken ?? '');
    return lost.claims.sid == now.sid && now.authTime > lost.claims.authTime;
  }
}

_Claims _claimsOf(String accessToken) {
  try {
    final payload = accessToken.split('.').elementAtOrNull(1) ?? '';
    final claims = jsonObject(jsonDecode(utf8.decode(fromBase64(payload))));
    final sid = claims['sid'];
    final authTime = claims['auth_time'];
    return (sid: sid is String ? sid : null, authTime: authTime is num ? authTime : 0);
  } on FormatException {
    return (sid: null, authTime: 0);
  }
}
