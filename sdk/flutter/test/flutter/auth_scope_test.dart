import 'package:flutter/widgets.dart';
import 'package:flutter_test/flutter_test.dart';
import 'package:svc_auth/svc_auth.dart';

import 'fake_server.dart';

class _Screen extends StatelessWidget {
  const _Screen();

  @override
  Widget build(BuildContext context) => GestureDetector(
    onTap: () => AuthScope.of(context).signInAnonymously(),
    child: Text(switch (AuthScope.stateOf(context)) {
      AuthLoading() => 'one moment',
      AuthSignedOut() => 'sign in',
      AuthSignedIn(:final user) => 'hello ${user.id}',
    }, textDirection: TextDirection.ltr),
  );
}

void main() {
  testWidgets('a widget below a scope signs in and shows who is there', (tester) async {
    final auth = fakeClient(FakeServer());
    await tester.pumpWidget(AuthScope(auth: auth, child: const _Screen()));
    await tester.pump();
    expect(find.text('sign in'), findsOneWidget);

    await tester.tap(find.text('sign in'));
    await tester.pumpAndSettle();
    expect(find.text('hello u1'), findsOneWidget);
  });

  testWidgets('another client takes the place of the first', (tester) async {
    final signedIn = fakeClient(FakeServer());
    await signedIn.signInAnonymously();
    await tester.pumpWidget(AuthScope(auth: signedIn, child: const _Screen()));
    await tester.pump();
    expect(find.text('hello u1'), findsOneWidget);

    await tester.pumpWidget(AuthScope(auth: fakeClient(FakeServer()), child: const _Screen()));
    await tester.pump();
    expect(find.text('sign in'), findsOneWidget);
  });

  testWidgets('without a scope the error says what is missing', (tester) async {
    await tester.pumpWidget(const _Screen());
    expect('${tester.takeException()}', contains('There is no AuthScope above this widget.'));
  });
}
