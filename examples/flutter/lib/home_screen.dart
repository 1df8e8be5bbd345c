import 'package:flutter/material.dart';
import 'package:svc_auth/svc_auth.dart';

import 'sign_in_screen.dart';

class HomeScreen extends StatelessWidget {
  const HomeScreen(this.user, {super.key});

  final User user;

  Future<void> _linkGoogle(BuildContext context) async {
    final messenger = ScaffoldMessenger.of(context);
    try {
      await AuthScope.of(context).linkWithBrowser(provider: OAuthProvider.google, redirectTo: redirectTo);
    } on AuthException catch (error) {
      if (error.reason == AuthReason.cancelled) return;
      messenger.showSnackBar(SnackBar(content: Text('That did not work: ${error.reason}')));
    }
  }

  @override
  Widget build(BuildContext context) => ListView(
    padding: const EdgeInsets.all(24),
    children: [
      Text(user.isAnonymous ? 'You are a guest.' : 'Hello ${user.displayName ?? user.email ?? user.id}'),
      if (user.isAnonymous)
        OutlinedButton(
          onPressed: () => _linkGoogle(context),
          child: const Text('Keep this account with Google'),
        ),
      TextButton(onPressed: AuthScope.of(context).signOut, child: const Text('Sign out')),
    ],
  );
}
