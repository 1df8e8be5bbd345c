import 'dart:async';
import 'dart:convert';

import 'package:svc_auth/src/auth_exception.dart';
import 'package:svc_auth/src/error_info.dart';
import 'package:svc_auth/src/json.dart';
import 'package:svc_auth/src/transport.dart';

/// The methods that need no user and belong to no sign-in.
const configService = 'auth.v1.ConfigService/';
const _authService = 'auth.v1.AuthService/';

/// Too many requests, unavailable, too late: the same call may succeed later. No reason is an exception.
const _retryable = {429, 503, 504};

/// The details of the exception of a refused call, for `mfa`. Beside it, because a challenge is a secret that no log may
/// show.
final detailsOf = Expando<Object>('details');

/// Calls a method. One of AuthService needs no service's name.
typedef Call = Future<Json> Function(String method, [Json request, String? accessToken]);

/// Calls methods by Connect's protocol with JSON, which is a POST.
final class ConnectCall {
  /// Calls the server with this base URL, in the name of the project with this key.
  const ConnectCall({
    required this.baseUrl,
    required this.publishableKey,
    required this.transport,
    required this.timeout,
    required this.locale,
  });

  /// Where the server is.
  final String baseUrl;

  /// Names the project.
  final String publishableKey;

  /// Sends the requests.
  final Transport transport;

  /// How long one call may take.
  final Duration timeout;

  /// The language of the user, for emails.
  final String? Function() locale;

  /// Calls a method.
  Future<Json> call(String method, [Json request = const {}, String? accessToken]) async {
    final service = method.contains('/') ? '' : _authService;
    final language = _languageTag();
    final TransportResponse response;
    try {
      response = await transport
          .send(
            TransportRequest(
              'POST',
              Uri.parse('$baseUrl/svc.$service$method'),
              headers: {
                'content-type': 'application/json',
                'x-svc-key': publishableKey,
                'accept-language': ?language,
                if (accessToken != null) 'authorization': 'Bearer $accessToken',
              },
              body: utf8.encode(jsonEncode(request)),
              timeout: timeout,
            ),
          )
          .timeout(timeout);
    } on TimeoutException catch (cause) {
      throw AuthException(AuthReason.timeout, 'no answer', retryable: true, cause: cause);
    } on Object catch (cause) {
      throw AuthException(AuthReason.network, 'no answer', retryable: true, cause: cause);
    }
    final Object? answer;
    try {
      answer = response.json;
    } on FormatException {
      // From somebody in between: a proxy, a hotel's sign-in page. Without the cause, which would quote the answer.
      throw AuthException(AuthReason.unknown, 'no answer', status: response.statusCode, retryable: true);
    }
    if (response.isOk && answer is Json) return answer;
    throw _refusal(response, jsonObject(answer));
  }

  String? _languageTag() {
    final tag = locale()?.replaceAll('_', '-').replaceAll(RegExp(r'[^\w,;=.*-]'), '');
    return tag == null || tag.isEmpty ? null : tag;
  }
}

AuthException _refusal(TransportResponse response, Json answer) {
  final info = errorInfoOf(answer['details']);
  final seconds = num.tryParse(response.headers['retry-after'] ?? '') ?? 0;
  final error = AuthException(
    info?.reason ?? AuthReason.unknown,
    '${answer['message'] ?? ''}',
    code: '${answer['code'] ?? 'unknown'}',
    status: response.statusCode,
    retryable: info == null || _retryable.contains(response.statusCode),
    retryAfter: seconds > 0 ? Duration(milliseconds: (seconds * 1000).round()) : null,
    requestId: response.headers['x-request-id'],
    metadata: info?.metadata ?? const {},
  );
  detailsOf[error] = answer['details'];
  return error;
}
