import 'package:flutter/widgets.dart';
import 'package:flutter_test/flutter_test.dart';
import 'package:svc_auth/svc_auth.dart';

import 'fake_server.dart';

void main() {
  testWidgets('a ValueListenableBuilder shows every state from the start on', (tester) async {
    final auth = fakeClient(FakeServer());
    final state = AuthStateListenable(auth);
    addTearDown(state.dispose);
    expect(state.value, const AuthLoading());

    await tester.pumpWidget(
      ValueListenableBuilder(
        valueListenable: state,
        builder: (_, state, _) => Text('${state.runtimeType}', textDirection: TextDirection.ltr),
      ),
    );
    await tester.pumpAndSettle();
    expect(find.text('AuthSignedOut'), findsOneWidget);

    await auth.signInAnonymously();
    await tester.pumpAndSettle();
    expect(find.text('AuthSignedIn'), findsOneWidget);

    await auth.signOut();
    await tester.pumpAndSettle();
    expect(state.value, const AuthSignedOut(SignedOutReason.user));
    expect(find.text('AuthSignedOut'), findsOneWidget);
  });

  testWidgets('nobody is notified when the state is the same, or after dispose', (tester) async {
    final auth = fakeClient(FakeServer());
    final state = AuthStateListenable(auth);
    var notified = 0;
    state.addListener(() => notified++);
    await tester.pumpAndSettle();
    expect(notified, 1);

    await auth.signInAnonymously();
    await auth.signInAnonymously();
    await tester.pumpAndSettle();
    expect(notified, 2);

    state.dispose();
    await auth.signOut();
    await tester.pumpAndSettle();
    expect(notified, 2);
  });
}
