import 'dart:convert';

import 'package:svc_auth/core.dart';

/// Answers every sign-in and refresh with another token of one guest.
class FakeServer implements Transport {
  final calls = <String>[];
  int _tokens = 0;

  @override
  Future<TransportResponse> send(TransportRequest request) async {
    calls.add(request.url.pathSegments.last);
    final number = ++_tokens;
    final answer = {
      'accessToken': 'at_$number',
      'refreshToken': 'rt_$number',
      'expiresIn': 900,
      'user': {'id': 'u1', 'isAnonymous': true},
    };
    return TransportResponse(200, bodyBytes: utf8.encode(jsonEncode(answer)));
  }

  @override
  void close() {}
}

/// The clocks of a device, which only the test moves.
class FakeClock implements AuthClock {
  int _ms = 1767225600000;

  @override
  int now() => _ms;

  @override
  int steady() => _ms;

  void pass(Duration time) => _ms += time.inMilliseconds;
}

/// A client of the fake server.
AuthClient fakeClient(FakeServer server, [AuthClock clock = const DeviceClock()]) => AuthClient(
  baseUrl: 'https://auth.example.com',
  publishableKey: 'pk_test_0123456789',
  storage: MemoryStorage(),
  transport: server,
  clock: clock,
);
