import 'dart:math';

import 'package:svc_auth/src/auth_clock.dart';
import 'package:svc_auth/src/auth_exception.dart';
import 'package:svc_auth/src/auth_state.dart';
import 'package:svc_auth/src/auth_storage.dart';
import 'package:svc_auth/src/connect_call.dart';
import 'package:svc_auth/src/json.dart';
import 'package:svc_auth/src/session_keeper.dart';
import 'package:svc_auth/src/transport.dart';

/// The internals that the methods of a client share.
final class Caller {
  /// Puts them together.
  Caller({
    required this.keeper,
    required this.call,
    required this.transport,
    required this.storage,
    required this.storageKey,
    required this.baseUrl,
    required this.publishableKey,
    required this.clock,
  });

  /// Owns the session.
  final SessionKeeper keeper;

  /// Calls a method without a user.
  final Call call;

  /// Sends the app's own requests.
  final Transport transport;

  /// Where the session is kept.
  final AuthStorage storage;

  /// Under which key.
  final String storageKey;

  /// Where the server is.
  final String baseUrl;

  /// Names the project.
  final String publishableKey;

  /// The clocks of the device.
  final AuthClock clock;

  final _random = Random.secure();

  /// Bytes that nobody can guess.
  List<int> randomBytes(int count) => [for (var at = 0; at < count; at++) _random.nextInt(256)];

  /// The id of the signed-in user.
  String? get userId => keeper.view.current?.user.id;

  /// Calls a method with the user's access token, and renews the token once if the server rejects it.
  Future<Json> asUser(String method, [Json request = const {}]) async {
    keeper.resume();
    final token = await keeper.getAccessToken();
    if (token == null) throw signedOut();
    final user = userId;
    try {
      return await call(method, request, token);
    } on AuthException catch (error) {
      final isRevoked = error.reason == AuthReason.sessionRevoked;
      if (!isRevoked && error.reason != 'ACCESS_TOKEN_INVALID') rethrow;
      // The refresh finds out whether the session has ended, because this token may belong to an earlier one.
      final next = await keeper.renew(token, user, isRevoked ? _endOf(error) : null);
      if (next == null) rethrow;
      return call(method, request, next);
    }
  }

  /// Sends a request with the user's access token. If the answer is 401, it tries once more with a new token.
  Future<TransportResponse> sendAsUser(TransportRequest request) async {
    Future<TransportResponse> send(String? token) => transport.send(
      TransportRequest(
        request.method,
        request.url,
        headers: {...request.headers, if (token != null) 'authorization': 'Bearer $token'},
        body: request.body,
      ),
    );

    final token = await keeper.getAccessToken();
    final user = userId;
    final response = await send(token);
    if (response.statusCode != 401 || token == null) return response;
    final String? next;
    try {
      next = await keeper.renew(token, user);
    } on AuthException {
      return response;
    }
    return next == null ? response : send(next);
  }
}

SignedOutReason _endOf(AuthException error) =>
    (error.metadata['cause'] ?? '').isEmpty ? SignedOutReason.revoked : SignedOutReason.deleted;

/// Nobody is signed in.
AuthException signedOut() => const AuthException(AuthReason.signedOut, 'signed out', code: 'unauthenticated');
