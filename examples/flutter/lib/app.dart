import 'package:flutter/material.dart';
import 'package:svc_auth/svc_auth.dart';

import 'home_screen.dart';
import 'sign_in_screen.dart';

class App extends StatelessWidget {
  const App(this.auth, {super.key});

  final AuthClient auth;

  @override
  Widget build(BuildContext context) => AuthScope(
    auth: auth,
    child: const MaterialApp(
      title: 'svc example',
      home: Scaffold(body: SafeArea(child: Start())),
    ),
  );
}

class Start extends StatelessWidget {
  const Start({super.key});

  @override
  Widget build(BuildContext context) => switch (AuthScope.stateOf(context)) {
    // The stored session is still being read.
    AuthLoading() => const Center(child: CircularProgressIndicator()),
    AuthSignedOut() => const SignInScreen(),
    AuthSignedIn(:final user) => HomeScreen(user),
  };
}
