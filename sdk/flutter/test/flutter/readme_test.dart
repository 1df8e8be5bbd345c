import 'package:flutter_test/flutter_test.dart';
import 'package:svc_auth/svc_auth.dart';

import '../readme/quick_start.dart' show Home;
import '../readme/secure_auth_storage.dart';
import '../readme/stand_ins.dart';
import '../readme/web_auth_browser.dart';
import 'fake_server.dart';

AuthClient _start(FakeServer server) => AuthClient(
  baseUrl: 'https://auth.example.com',
  publishableKey: 'pk_test_0123456789',
  storage: SecureAuthStorage(),
  browser: WebAuthBrowser(),
  transport: server,
);

void main() {
  setUp(FlutterSecureStorage.items.clear);

  test('with the storage of the README a guest is there again after a restart', () async {
    await _start(FakeServer()).signInAnonymously();
    final server = FakeServer();
    final restarted = _start(server);
    await restarted.ready;
    expect(restarted.currentUser?.id, 'u1');
    expect(server.calls, isEmpty);
  });

  test('with the browser of the README a user signs in, and turns back', () async {
    final auth = _start(FakeServer());
    final redirectTo = Uri.parse('com.example.app:/signed-in');
    Future<Session> signIn() =>
        auth.signInWithBrowser(provider: OAuthProvider.google, redirectTo: redirectTo);

    FlutterWebAuth2.browser = (_, _) => null;
    await expectLater(
      signIn(),
      throwsA(isA<AuthException>().having((it) => it.reason, 'reason', AuthReason.cancelled)),
    );

    FlutterWebAuth2.browser = (url, scheme) {
      expect(scheme, 'com.example.app');
      return redirectTo.replace(queryParameters: {'code': 'c1', 'state': url.queryParameters['state']});
    };
    expect((await signIn()).accessToken, 'at_1');
    expect(auth.currentUser?.id, 'u1');
  });

  testWidgets('the first screen of the README greets a guest', (tester) async {
    final auth = fakeClient(FakeServer());
    await auth.signInAnonymously();
    await tester.pumpWidget(AuthScope(auth: auth, child: const Home()));
    await tester.pumpAndSettle();
    expect(find.text('Hello guest'), findsOneWidget);
  });
}
