import 'dart:convert';

import 'package:svc_auth/svc_auth.dart';

/// Answers as the server does: one account, ada@example.com, and any number of guests.
class FakeServer implements Transport {
  /// The methods that were called.
  final calls = <String>[];

  @override
  Future<TransportResponse> send(TransportRequest request) async {
    final method = request.url.pathSegments.last;
    calls.add(method);
    final body = jsonDecode(utf8.decode(request.body ?? [])) as Map<String, Object?>;
    return switch (method) {
      'SignInAnonymously' => _answer(200, _session({'id': 'guest-1', 'isAnonymous': true})),
      'SignIn' when body['password'] == 'correct horse battery' => _answer(
        200,
        _session({'id': 'ada-1', 'email': body['email'], 'hasPassword': true}),
      ),
      'SignIn' => _answer(401, _refusal('INVALID_CREDENTIALS')),
      _ => _answer(200, {}),
    };
  }

  @override
  void close() {}
}

Map<String, Object?> _session(Map<String, Object?> user) => {
  'accessToken': 'header.payload.signature',
  'refreshToken': 'rt_1',
  'expiresIn': 900,
  'user': user,
};

Map<String, Object?> _refusal(String reason) => {
  'code': 'unauthenticated',
  'message': reason,
  'details': [
    {
      'type': 'google.rpc.ErrorInfo',
      // Its first field, which is the reason.
      'value': base64.encode([0x0a, reason.length, ...utf8.encode(reason)]),
    },
  ],
};

TransportResponse _answer(int status, Object body) => TransportResponse(
  status,
  headers: const {'content-type': 'application/json'},
  bodyBytes: utf8.encode(jsonEncode(body)),
);
