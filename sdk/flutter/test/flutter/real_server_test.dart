import 'dart:io';

import 'package:flutter/widgets.dart';
import 'package:flutter_test/flutter_test.dart';
import 'package:svc_auth/svc_auth.dart';

class _Screen extends StatelessWidget {
  const _Screen();

  @override
  Widget build(BuildContext context) => Text(switch (AuthScope.stateOf(context)) {
    AuthLoading() => 'one moment',
    AuthSignedOut() => 'sign in',
    AuthSignedIn(:final user) => user.email ?? 'a guest',
  }, textDirection: TextDirection.ltr);
}

void main() {
  final url = Platform.environment['SVC_TEST_URL'];
  final key = Platform.environment['SVC_TEST_KEY'];
  final why = url == null || key == null
      ? 'NOT RUN: it needs a server in SVC_TEST_URL and SVC_TEST_KEY'
      : null;
  if (why != null) debugPrint(why);

  testWidgets('a guest signs in at a real server, becomes a user, signs out and signs in again', (
    tester,
  ) async {
    // Otherwise every request is answered with 400 in widget tests.
    HttpOverrides.global = null;
    final auth = AuthClient(baseUrl: url!, publishableKey: key!, storage: MemoryStorage());
    final email = 'ada-${DateTime.now().microsecondsSinceEpoch}@example.com';
    const password = 'correct horse battery';
    await tester.pumpWidget(AuthScope(auth: auth, child: const _Screen()));
    await tester.pumpAndSettle();
    expect(find.text('sign in'), findsOneWidget);

    await tester.runAsync(auth.signInAnonymously);
    await tester.pumpAndSettle();
    expect(find.text('a guest'), findsOneWidget);
    final id = auth.currentUser?.id;

    await tester.runAsync(() => auth.linkPassword(email: email, password: password));
    await tester.pumpAndSettle();
    expect(find.text(email), findsOneWidget);
    expect(auth.currentUser?.id, id);

    final before = await tester.runAsync(auth.getAccessToken);
    final after = await tester.runAsync(() => auth.getAccessToken(forceRefresh: true));
    expect(after, isNot(before));
    final answer = await tester.runAsync(() => auth.send('GET', Uri.parse('$url/healthz')));
    expect(answer?.statusCode, 200);

    await tester.runAsync(auth.signOut);
    await tester.pumpAndSettle();
    expect(find.text('sign in'), findsOneWidget);

    Object? refused;
    await tester.runAsync(() async {
      try {
        await auth.signInWithPassword(email: email, password: 'wrong horse battery');
      } on AuthException catch (error) {
        refused = error;
      }
    });
    expect(refused, isA<AuthException>().having((it) => it.reason, 'reason', AuthReason.invalidCredentials));

    await tester.runAsync(() => auth.signInWithPassword(email: email, password: password));
    await tester.pumpAndSettle();
    expect(find.text(email), findsOneWidget);
    expect(auth.currentUser?.id, id);
    auth.close();
  }, skip: why != null);
}
