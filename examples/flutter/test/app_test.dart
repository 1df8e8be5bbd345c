import 'package:flutter_test/flutter_test.dart';
import 'package:svc_auth/svc_auth.dart';
import 'package:svc_example/app.dart';

import 'fake_server.dart';

void main() {
  late FakeServer server;
  late MemoryStorage storage;
  setUp(() {
    server = FakeServer();
    storage = MemoryStorage();
  });

  Future<void> open(WidgetTester tester) async {
    final auth = AuthClient(
      baseUrl: 'http://localhost:8080',
      publishableKey: 'pk_test',
      storage: storage,
      transport: server,
    );
    await tester.pumpWidget(App(auth));
    await tester.pumpAndSettle();
  }

  testWidgets('a guest gets in, and is still there after a restart', (tester) async {
    await open(tester);
    await tester.tap(find.text('Continue as a guest'));
    await tester.pumpAndSettle();
    expect(find.text('You are a guest.'), findsOneWidget);
    expect(find.text('Keep this account with Google'), findsOneWidget);

    await open(tester);
    expect(find.text('You are a guest.'), findsOneWidget);
    expect(server.calls, ['SignInAnonymously']);
  });

  testWidgets('a wrong password is said, and the right one signs in and out', (tester) async {
    await open(tester);
    Future<void> signIn(String password) async {
      await tester.enterText(find.bySemanticsLabel('Email'), 'ada@example.com');
      await tester.enterText(find.bySemanticsLabel('Password'), password);
      await tester.tap(find.text('Sign in'));
      await tester.pumpAndSettle();
    }

    await signIn('wrong');
    expect(find.text('Email or password is wrong.'), findsOneWidget);
    await signIn('correct horse battery');
    expect(find.text('Hello ada@example.com'), findsOneWidget);

    await tester.tap(find.text('Sign out'));
    await tester.pumpAndSettle();
    expect(find.text('Continue with Google'), findsOneWidget);
    expect(server.calls, ['SignIn', 'SignIn', 'SignOut']);
  });
}
