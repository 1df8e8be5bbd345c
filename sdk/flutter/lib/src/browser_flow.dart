import 'dart:convert';

import 'package:svc_auth/src/auth_exception.dart';
import 'package:svc_auth/src/base64_text.dart';
import 'package:svc_auth/src/caller.dart';
import 'package:svc_auth/src/disk.dart';
import 'package:svc_auth/src/json.dart';
import 'package:svc_auth/src/session.dart';
import 'package:svc_auth/src/sha256.dart';
import 'package:svc_auth/src/sign_in_methods.dart';
import 'package:svc_auth/src/user.dart';

/// Longer than a sign-in at the provider takes.
const _flowMs = 900000;

/// A sign-in in the browser. It is stored, because the app may be killed meanwhile.
final class BrowserFlow {
  /// Of this client.
  const BrowserFlow(this._caller);

  final Caller _caller;

  String get _key => '${_caller.storageKey}.browser';

  /// Stores what is needed when the browser returns, and returns the URL to open.
  Future<Uri> begin(OAuthProvider provider, Uri redirectTo, {required bool links}) async {
    final state = toBase64Url(_caller.randomBytes(16));
    final codeVerifier = toBase64Url(_caller.randomBytes(32));
    final flow = {
      'state': state,
      'codeVerifier': codeVerifier,
      'provider': provider.name,
      'links': links,
      'user': ?_caller.userId,
      'at': _caller.clock.now(),
    };
    await _guarded(_caller.storage.write(_key, jsonEncode(flow)));
    final query = {
      'key': _caller.publishableKey,
      'redirect_to': '$redirectTo',
      'code_challenge': toBase64Url(sha256(ascii.encode(codeVerifier))),
      'code_challenge_method': 'S256',
      'state': state,
    };
    final pairs = [for (final MapEntry(:key, :value) in query.entries) '$key=${Uri.encodeComponent(value)}'];
    return Uri.parse('${_caller.baseUrl}/oauth/${provider.name}/start?${pairs.join('&')}');
  }

  /// Finishes the sign-in that a link belongs to. Null when it belongs to none.
  Future<Session?> complete(Uri url) async {
    final query = _queryOf(url);
    // The link of an email code has a code too, but no state.
    final isAnswer = _isSet(query['state']) && (_isSet(query['code']) || _isSet(query['error']));
    final stored = isAnswer ? await _guarded(_caller.storage.read(_key)) : null;
    if (stored == null) return null;
    final flow = _flowOf(stored);
    await _caller.keeper.ready;
    // A foreign link, which may be an attempt to sign this device in to another account.
    final links = flow['links'] == true;
    final at = flow['at'];
    final isOurs =
        query['state'] == flow['state'] &&
        at is num &&
        _caller.clock.now() - at < _flowMs &&
        (!links || flow['user'] == _caller.userId);
    if (!isOurs) throw const AuthException(AuthReason.oauthCodeInvalid, 'unknown link');
    (await _caller.keeper.disk.read()).replaceable;
    try {
      final session = await _finish(query, flow, links: links);
      await _guarded(_caller.storage.delete(_key));
      return session;
    } on AuthException catch (error) {
      // After a lost answer the same link can be completed again.
      if (!error.retryable) await _guarded(_caller.storage.delete(_key));
      rethrow;
    }
  }

  Future<Session> _finish(Map<String, String> query, Json flow, {required bool links}) {
    final error = query['error'];
    final code = query['code'];
    if (error == 'access_denied') throw const AuthException(AuthReason.cancelled, 'turned back');
    if (!_isSet(code)) throw AuthException(query['reason'] ?? AuthReason.unknown, 'link failed');
    final exchange = {'code': code, 'codeVerifier': flow['codeVerifier']};
    if (!links) return _caller.keeper.openSession('ExchangeOAuthCode', exchange);
    final provider = OAuthProvider.values.asNameMap()[flow['provider']] ?? OAuthProvider.google;
    return _caller.keeper.rotate(
      isLinked(provider),
      (attemptId, token) => _caller.call('LinkOAuth', {'exchange': exchange, 'attemptId': attemptId}, token),
    );
  }

  Future<T> _guarded<T>(Future<T> work) async {
    try {
      return await work;
    } on Object catch (cause) {
      throw storageFailed(cause);
    }
  }
}

/// Damaged data belongs to no link.
Json _flowOf(String stored) {
  try {
    return jsonObject(jsonDecode(stored));
  } on FormatException {
    return const {};
  }
}

bool _isSet(String? text) => text != null && text.isNotEmpty;

/// Not decoded: the server escapes nothing in these.
Map<String, String> _queryOf(Uri url) => {
  for (final pair in url.query.split('&'))
    pair.split('=').first: pair.contains('=') ? pair.substring(pair.indexOf('=') + 1) : '',
};
