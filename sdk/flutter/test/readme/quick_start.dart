import 'package:flutter/widgets.dart';
import 'package:svc_auth/svc_auth.dart';

import 'secure_auth_storage.dart';
import 'web_auth_browser.dart';

final auth = AuthClient(
  baseUrl: 'https://auth.example.com',
  publishableKey: 'pk_...',
  storage: SecureAuthStorage(),
  browser: WebAuthBrowser(),
  locale: deviceLocale,
);

Future<void> main() async {
  WidgetsFlutterBinding.ensureInitialized();
  await auth.ready;
  if (auth.currentUser == null) await auth.signInAnonymously();
  runApp(AuthScope(auth: auth, child: const Home()));
}

class Home extends StatelessWidget {
  const Home({super.key});

  @override
  Widget build(BuildContext context) => Directionality(
    textDirection: TextDirection.ltr,
    child: switch (AuthScope.stateOf(context)) {
      AuthLoading() => const Text('One moment …'),
      AuthSignedOut() => const Text('Please sign in.'),
      AuthSignedIn(:final user) => Text('Hello ${user.displayName ?? 'guest'}'),
    },
  );
}
