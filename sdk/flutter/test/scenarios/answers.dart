import 'dart:convert';
import 'dart:io';

import 'package:svc_auth/core.dart';

import 'fields.dart';

/// What arrives at the client: a response, or an error of the connection, which is thrown.
TransportResponse responseOf(Json answer) {
  if (answer.containsKey('network')) {
    assertFields(answer, ['network']);
    if (answer['network'] != 'lost') throw StateError('unknown network ${answer['network']}');
    throw const SocketException('network request failed');
  }
  final status = answer['status'] as int? ?? 200;
  if (answer['error'] != null) return _refusal(answer);
  if (answer.containsKey('body')) {
    assertFields(answer, ['status', 'body']);
    return TransportResponse(status, bodyBytes: utf8.encode(jsonEncode(answer['body'])));
  }
  assertFields(answer, ['status', 'text']);
  return TransportResponse(status, bodyBytes: utf8.encode(answer['text'] as String? ?? ''));
}

/// Connect's error as the server writes it.
TransportResponse _refusal(Json answer) {
  assertFields(answer, ['error', 'status', 'code', 'metadata', 'retryAfter', 'mfaToken', 'factors']);
  final metadata = answer['metadata'] as Json? ?? const {};
  final info = _message([
    (1, utf8.encode(answer['error']! as String)),
    (2, utf8.encode('svc')),
    for (final MapEntry(:key, :value) in metadata.entries)
      (3, _message([(1, utf8.encode(key)), (2, utf8.encode(value! as String))])),
  ]);
  final body = {
    'code': answer['code'],
    'message': 'refused',
    'details': [
      {'type': 'google.rpc.ErrorInfo', 'value': _base64(info)},
      if (answer['mfaToken'] != null)
        {'type': 'svc.auth.v1.MfaChallenge', 'value': _base64(_message(_challenge(answer)))},
    ],
  };
  final retryAfter = answer['retryAfter'];
  return TransportResponse(
    answer['status']! as int,
    headers: {if (retryAfter != null) 'retry-after': '$retryAfter'},
    bodyBytes: utf8.encode(jsonEncode(body)),
  );
}

const _factors = ['', 'totp', 'passkey', 'recovery_code'];

/// Ten minutes after the time that the clock of a scenario shows at first.
const _mfaExpiresAt = 1767226200;

/// svc.auth.v1.MfaChallenge: 1: token, 2: factors, 3: time of expiry.
List<(int, List<int>)> _challenge(Json answer) => [
  (1, utf8.encode(answer['mfaToken']! as String)),
  (2, [for (final factor in answer['factors'] as List<Object?>? ?? const []) _numberOf('$factor')]),
  (3, [8, ..._varint(_mfaExpiresAt)]),
];

int _numberOf(String factor) {
  final number = _factors.indexOf(factor);
  if (number < 1) throw StateError('unknown factor $factor');
  return number;
}

String _base64(List<int> bytes) => base64.encode(bytes).replaceAll('=', '');

/// Protobuf with fields of wire type 2.
List<int> _message(List<(int, List<int>)> fields) => [
  for (final (number, bytes) in fields) ...[number * 8 + 2, ..._varint(bytes.length), ...bytes],
];

List<int> _varint(int number) => number < 128 ? [number] : [number % 128 + 128, ..._varint(number ~/ 128)];
