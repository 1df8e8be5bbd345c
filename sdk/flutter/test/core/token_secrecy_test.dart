import 'dart:convert';

import 'package:svc_auth/core.dart';
import 'package:test/test.dart';

const _secrets = ['at_secret', 'rt_secret', 'password_secret', 'code_secret'];

class _Server implements Transport {
  final requests = <TransportRequest>[];
  TransportResponse answer = TransportResponse(
    200,
    bodyBytes: utf8.encode(
      jsonEncode({
        'accessToken': 'at_secret',
        'refreshToken': 'rt_secret',
        'expiresIn': 900,
        'user': {'id': 'u1', 'email': 'ada@example.com'},
      }),
    ),
  );

  @override
  Future<TransportResponse> send(TransportRequest request) async {
    requests.add(request);
    return answer;
  }

  @override
  void close() {}
}

void main() {
  late _Server server;
  late AuthClient auth;

  setUp(() {
    server = _Server();
    auth = AuthClient(
      baseUrl: 'https://auth.example.com/',
      publishableKey: 'pk_test_0123456789',
      storage: MemoryStorage(),
      transport: server,
    );
  });

  test('no text of the client shows a token or a password', () async {
    final session = await auth.signInWithPassword(email: 'ada@example.com', password: 'password_secret');
    await auth.send('GET', Uri.parse('https://api.example.com/notes?token=code_secret'));
    final texts = [
      '$auth',
      '${auth.state}',
      '$session',
      '${auth.currentUser}',
      '${server.requests}',
      '${server.answer}',
    ];
    for (final secret in _secrets) {
      expect(texts.join(), isNot(contains(secret)));
    }
    expect(server.requests.last.headers['authorization'], 'Bearer at_secret');
  });

  test('no URL has a token', () async {
    await auth.signInWithPassword(email: 'ada@example.com', password: 'password_secret');
    await auth.getAccessToken(forceRefresh: true);
    await auth.signOut();
    for (final request in server.requests) {
      expect(request.url.query, isEmpty);
      expect('${request.url}', startsWith('https://auth.example.com/svc.auth.v1.AuthService/'));
    }
  });

  test('an exception shows its reason and its message, and not what caused it', () async {
    server.answer = TransportResponse(200, bodyBytes: utf8.encode('<html>at_secret'));
    final error = await auth.signInAnonymously().then<Object?>((_) => null, onError: (Object error) => error);
    expect(error, isA<AuthException>().having((it) => it.reason, 'reason', AuthReason.unknown));
    expect('$error ${(error as AuthException?)?.cause}', isNot(contains('at_secret')));
  });

  test('stored data that is damaged is not quoted', () async {
    final storage = MemoryStorage();
    await storage.write('svc.auth.pk_test_0123456', '{"session": rt_secret');
    final errors = <Object>[];
    final damaged = AuthClient(
      baseUrl: 'https://auth.example.com',
      publishableKey: 'pk_test_0123456789',
      storage: storage,
      transport: server,
      onError: errors.add,
    );
    await damaged.ready;
    expect(damaged.state, const AuthSignedOut(SignedOutReason.storage));
    expect(errors.single, isA<AuthException>().having((it) => it.cause, 'cause', isNull));
  });

  test('a secret key is refused at once', () {
    expect(
      () => AuthClient(baseUrl: 'https://auth.example.com', publishableKey: 'sk_1', storage: MemoryStorage()),
      throwsArgumentError,
    );
  });
}
