import 'dart:convert';
import 'dart:io';

import 'package:svc_auth/core.dart';
import 'package:test/test.dart';

void main() {
  late HttpServer server;
  late HttpTransport transport;

  setUp(() async {
    server = await HttpServer.bind('127.0.0.1', 0);
    transport = HttpTransport();
  });
  tearDown(() async {
    transport.close();
    await server.close(force: true);
  });

  Uri url(String path) => Uri.parse('http://127.0.0.1:${server.port}$path');

  test('a request arrives with its method, headers and body, and the answer comes back', () async {
    server.listen((request) async {
      final body = await utf8.decodeStream(request);
      request.response
        ..statusCode = 201
        ..headers.set('x-request-id', 'r1')
        ..write('${request.method} ${request.headers.value('x-svc-key')} $body');
      await request.response.close();
    });
    final answer = await transport.send(
      TransportRequest('POST', url('/a'), headers: {'x-svc-key': 'pk_1'}, body: utf8.encode('höher')),
    );
    expect((answer.statusCode, answer.body), (201, 'POST pk_1 höher'));
    expect(answer.headers['x-request-id'], 'r1');
  });

  test('a redirect is not followed, so that a token goes to no other host', () async {
    final paths = <String>[];
    server.listen((request) async {
      paths.add(request.uri.path);
      await request.response.redirect(url('/b'));
    });
    final answer = await transport.send(TransportRequest('GET', url('/a')));
    expect(answer.statusCode, 302);
    expect(paths, ['/a']);
  });

  test('an answer that never comes is TIMEOUT, and a closed port is NETWORK', () async {
    server.listen((_) {});
    AuthClient client(String baseUrl) => AuthClient(
      baseUrl: baseUrl,
      publishableKey: 'pk_test_0123456789',
      storage: MemoryStorage(),
      timeout: const Duration(milliseconds: 200),
    );
    Matcher fails(String reason) => throwsA(isA<AuthException>().having((it) => it.reason, 'reason', reason));
    await expectLater(client('${url('')}').signInAnonymously(), fails(AuthReason.timeout));
    final port = server.port;
    await server.close(force: true);
    await expectLater(client('http://127.0.0.1:$port').signInAnonymously(), fails(AuthReason.network));
  });
}
