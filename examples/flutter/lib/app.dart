import 'package:flutter/material.dart';
import 'package:svc_auth/svc_auth.dart';

import 'home_screen.dart';
import 'sign_in_screen.dart';

class App extends StatefulWidget {
  const App(this.auth, {super.key});

  final AuthClient auth;

  @override
  State<App> createState() => _AppState();
}

class _AppState extends State<App> {
  late final Stream<AuthState> _states = widget.auth.authStateChanges;
  late final AppLifecycleListener _lifecycle;

  @override
  void initState() {
    super.initState();
    // So that the first call after a pause finds a valid access token.
    _lifecycle = AppLifecycleListener(onResume: widget.auth.wake);
  }

  @override
  void dispose() {
    _lifecycle.dispose();
    super.dispose();
  }

  @override
  Widget build(BuildContext context) => MaterialApp(
    title: 'svc example',
    home: StreamBuilder<AuthState>(
      stream: _states,
      initialData: widget.auth.state,
      builder: (context, snapshot) => Scaffold(
        body: SafeArea(
          child: switch (snapshot.data) {
            AuthSignedIn(:final user) => HomeScreen(widget.auth, user),
            AuthSignedOut() => SignInScreen(widget.auth),
            // The stored session is still being read.
            _ => const Center(child: CircularProgressIndicator()),
          },
        ),
      ),
    ),
  );
}
