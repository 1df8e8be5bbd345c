import 'dart:convert';

import 'package:svc_auth/core.dart';

/// Answers each method with what the test says, and remembers what was sent.
class ScriptedServer implements Transport {
  final answers = <String, Object Function(Json request)>{};
  final requests = <(String method, Json request)>[];

  /// Of these methods.
  List<Json> sentTo(String method) => [
    for (final (name, request) in requests)
      if (name == method) request,
  ];

  @override
  Future<TransportResponse> send(TransportRequest request) async {
    final method = request.url.pathSegments.last;
    final body = jsonDecode(utf8.decode(request.body!)) as Json;
    requests.add((method, body));
    final answer = (answers[method] ?? (throw StateError('no answer for $method')))(body);
    if (answer is TransportResponse) return answer;
    return TransportResponse(200, bodyBytes: utf8.encode(jsonEncode(answer)));
  }

  @override
  void close() {}

  /// A client of this server.
  AuthClient client({PasskeyPlatform? passkeyPlatform}) => AuthClient(
    baseUrl: 'https://auth.example.com',
    publishableKey: 'pk_test_0123456789',
    storage: MemoryStorage(),
    transport: this,
    passkeyPlatform: passkeyPlatform,
  );
}

int _tokens = 0;

/// A session of Ada.
Json adaTokens({num? authTime}) {
  final number = ++_tokens;
  final claims = base64Url.encode(
    utf8.encode(jsonEncode({'sid': 's1', 'auth_time': ?authTime, 'n': number})),
  );
  return {
    'accessToken': 'e30.${claims.replaceAll('=', '')}.sig',
    'refreshToken': 'rt_$number',
    'expiresIn': 900,
    'user': {'id': 'u1', 'email': 'ada@example.com', 'hasPassword': true},
  };
}

/// Connect's error with a reason, and the challenge of a second factor if there is one.
TransportResponse refusal(String reason, {int status = 400, String? mfaToken}) {
  String detail(List<int> bytes) => base64.encode(bytes);
  List<int> field(int number, List<int> bytes) => [number * 8 + 2, bytes.length, ...bytes];
  return TransportResponse(
    status,
    bodyBytes: utf8.encode(
      jsonEncode({
        'code': 'failed_precondition',
        'message': 'refused',
        'details': [
          {'type': 'google.rpc.ErrorInfo', 'value': detail(field(1, ascii.encode(reason)))},
          if (mfaToken != null)
            {'type': 'svc.auth.v1.MfaChallenge', 'value': detail(field(1, ascii.encode(mfaToken)))},
        ],
      }),
    ),
  );
}
