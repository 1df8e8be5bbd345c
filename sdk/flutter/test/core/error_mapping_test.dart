import 'dart:async';
import 'dart:convert';

import 'package:svc_auth/core.dart';
import 'package:svc_auth/src/connect_call.dart';
import 'package:svc_auth/src/error_info.dart';
import 'package:test/test.dart';

class _Answers implements Transport {
  _Answers(this.answer);

  final Future<TransportResponse> Function() answer;
  TransportRequest? request;

  @override
  Future<TransportResponse> send(TransportRequest request) {
    this.request = request;
    return answer();
  }

  @override
  void close() {}
}

ConnectCall _call(Transport transport, {String? Function()? locale}) => ConnectCall(
  baseUrl: 'https://auth.example.com',
  publishableKey: 'pk_1',
  transport: transport,
  timeout: const Duration(milliseconds: 20),
  locale: locale ?? () => null,
);

Future<AuthException> _errorOf(Future<TransportResponse> Function() answer) async {
  try {
    await _call(_Answers(answer)).call('GetMe');
  } on AuthException catch (error) {
    return error;
  }
  throw StateError('no error');
}

/// google.rpc.ErrorInfo with the reason WEAK_PASSWORD, the domain svc and the metadata rule: min_length.
final _info = base64.encode([
  ...[10, 13, ...ascii.encode('WEAK_PASSWORD')],
  ...[18, 3, ...ascii.encode('svc')],
  ...[26, 18, 10, 4, ...ascii.encode('rule'), 18, 10, ...ascii.encode('min_length')],
]);

TransportResponse _refusal(int status, Object? details, {Map<String, String> headers = const {}}) =>
    TransportResponse(
      status,
      headers: headers,
      bodyBytes: utf8.encode(
        jsonEncode({'code': 'invalid_argument', 'message': 'too short', 'details': details}),
      ),
    );

void main() {
  test('a refusal has its reason, metadata, status, code and request id', () async {
    final details = [
      {'type': 'google.rpc.ErrorInfo', 'value': _info.replaceAll('=', '')},
    ];
    final error = await _errorOf(() async => _refusal(400, details, headers: {'x-request-id': 'r1'}));
    expect(error.reason, AuthReason.weakPassword);
    expect(error.metadata, {'rule': 'min_length'});
    expect((error.status, error.code, error.message), (400, 'invalid_argument', 'too short'));
    expect((error.requestId, error.retryable, error.retryAfter), ('r1', false, null));
  });

  test('a refusal that says when to come again is retryable', () async {
    final details = [
      {'type': 'google.rpc.ErrorInfo', 'value': _info},
    ];
    final error = await _errorOf(() async => _refusal(429, details, headers: {'retry-after': '7'}));
    expect((error.retryable, error.retryAfter), (true, const Duration(seconds: 7)));
  });

  test(
    'no answer is NETWORK, none in time is TIMEOUT, and a page of somebody in between is UNKNOWN',
    () async {
      final lost = await _errorOf(() async => throw StateError('lost'));
      final late = await _errorOf(() => Completer<TransportResponse>().future);
      final page = await _errorOf(() async => TransportResponse(200, bodyBytes: utf8.encode('<html>')));
      expect([lost.reason, late.reason, page.reason], ['NETWORK', 'TIMEOUT', 'UNKNOWN']);
      expect([lost, late, page].every((error) => error.retryable), isTrue);
    },
  );

  for (final (what, details) in [
    ('nothing', null),
    ('a text', 'x'),
    ('numbers', [1, 2]),
    (
      'base64 that is none',
      [
        {'type': 'google.rpc.ErrorInfo', 'value': '!!!'},
      ],
    ),
    (
      'no value',
      [
        {'type': 'google.rpc.ErrorInfo'},
      ],
    ),
  ]) {
    test('details that are $what break nothing', () async {
      final error = await _errorOf(() async => _refusal(500, details));
      expect((error.reason, error.retryable), (AuthReason.unknown, true));
    });
  }

  test('damaged details of any length are read to their end', () {
    final bytes = base64.decode(_info);
    for (var length = 0; length < bytes.length; length++) {
      final value = base64.encode(bytes.sublist(0, length));
      errorInfoOf([
        {'type': 'google.rpc.ErrorInfo', 'value': value},
      ]);
    }
  });

  test('the language of the user goes along, without what no header may have', () async {
    final transport = _Answers(() async => TransportResponse(200, bodyBytes: utf8.encode('{}')));
    await _call(transport, locale: () => 'de_AT\n').call('GetMe');
    expect(transport.request?.headers['accept-language'], 'de-AT');
  });

  test('how often a code can be tried is in the exception', () {
    const wrong = AuthException(AuthReason.mfaCodeInvalid, '', metadata: {'attempts_left': '3'});
    expect(wrong.attemptsLeft, 3);
    expect(const AuthException(AuthReason.emailCodeInvalid, '').attemptsLeft, 0);
    expect(const AuthException(AuthReason.network, '').attemptsLeft, isNull);
  });
}
