import 'package:flutter/widgets.dart';
import 'package:flutter_test/flutter_test.dart';
import 'package:svc_auth/svc_auth.dart';

import 'fake_server.dart';

void main() {
  void comeBack(WidgetTester tester) {
    for (final state in const [
      AppLifecycleState.inactive,
      AppLifecycleState.hidden,
      AppLifecycleState.paused,
      AppLifecycleState.hidden,
      AppLifecycleState.inactive,
      AppLifecycleState.resumed,
    ]) {
      tester.binding.handleAppLifecycleStateChanged(state);
    }
  }

  testWidgets('an app that comes back to the foreground renews a token that has expired', (tester) async {
    final server = FakeServer();
    final clock = FakeClock();
    final auth = fakeClient(server, clock);
    await auth.signInAnonymously();
    final lifecycle = AuthLifecycle(auth);

    comeBack(tester);
    await tester.pump();
    expect(server.calls, ['SignInAnonymously']);

    clock.pass(const Duration(hours: 1));
    comeBack(tester);
    await tester.pump();
    expect(server.calls, ['SignInAnonymously', 'RefreshToken']);

    lifecycle.dispose();
    clock.pass(const Duration(hours: 1));
    comeBack(tester);
    await tester.pump();
    expect(server.calls, hasLength(2));
  });

  testWidgets('a scope wakes its client', (tester) async {
    final server = FakeServer();
    final clock = FakeClock();
    final auth = fakeClient(server, clock);
    await auth.signInAnonymously();
    await tester.pumpWidget(AuthScope(auth: auth, child: const SizedBox()));
    clock.pass(const Duration(hours: 1));
    comeBack(tester);
    await tester.pump();
    expect(server.calls.last, 'RefreshToken');
  });

  testWidgets('the language of the device is a language tag', (tester) async {
    tester.platformDispatcher.localeTestValue = const Locale('de', 'AT');
    addTearDown(tester.platformDispatcher.clearLocaleTestValue);
    expect(tester.platformDispatcher.locale.toLanguageTag(), 'de-AT');
    expect(deviceLocale(), isNotEmpty);
  });
}
