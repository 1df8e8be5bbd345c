import 'package:flutter/material.dart';
import 'package:svc_auth/svc_auth.dart';

/// Its scheme must be one of the app's, and in the project's `redirect_schemes`.
final redirectTo = Uri.parse('com.example.app:/signed-in');

class SignInScreen extends StatefulWidget {
  const SignInScreen({super.key});

  @override
  State<SignInScreen> createState() => _SignInScreenState();
}

class _SignInScreenState extends State<SignInScreen> {
  final _email = TextEditingController();
  final _password = TextEditingController();
  String _problem = '';

  @override
  void dispose() {
    _email.dispose();
    _password.dispose();
    super.dispose();
  }

  Future<void> _attempt(Future<Object?> Function() work) async {
    try {
      final result = await work();
      _show(result is SignUpVerifyEmail ? 'Follow the link in the email that we sent you.' : '');
    } on AuthException catch (error) {
      if (error.reason != AuthReason.cancelled) _show(_messageOf(error));
    }
  }

  void _show(String text) {
    if (mounted) setState(() => _problem = text);
  }

  String _messageOf(AuthException error) => switch (error.reason) {
    AuthReason.invalidCredentials => 'Email or password is wrong.',
    AuthReason.emailAlreadyExists => 'There is an account with this email already. Sign in.',
    AuthReason.weakPassword => 'Choose a longer password.',
    _ when error.retryable => 'No connection. Try again later.',
    _ => 'That did not work: ${error.reason}',
  };

  @override
  Widget build(BuildContext context) {
    final auth = AuthScope.of(context);
    return ListView(
      padding: const EdgeInsets.all(24),
      children: [
        TextField(
          controller: _email,
          keyboardType: TextInputType.emailAddress,
          autofillHints: const [AutofillHints.email],
          decoration: const InputDecoration(labelText: 'Email'),
        ),
        TextField(
          controller: _password,
          obscureText: true,
          autofillHints: const [AutofillHints.password],
          decoration: const InputDecoration(labelText: 'Password'),
        ),
        Text(_problem),
        FilledButton(
          onPressed: () =>
              _attempt(() => auth.signInWithPassword(email: _email.text, password: _password.text)),
          child: const Text('Sign in'),
        ),
        OutlinedButton(
          onPressed: () => _attempt(() => auth.signUp(email: _email.text, password: _password.text)),
          child: const Text('Sign up'),
        ),
        OutlinedButton(
          onPressed: () =>
              _attempt(() => auth.signInWithBrowser(provider: OAuthProvider.google, redirectTo: redirectTo)),
          child: const Text('Continue with Google'),
        ),
        OutlinedButton(
          onPressed: () =>
              _attempt(() => auth.signInWithBrowser(provider: OAuthProvider.apple, redirectTo: redirectTo)),
          child: const Text('Continue with Apple'),
        ),
        TextButton(
          onPressed: () => _attempt(auth.signInAnonymously),
          child: const Text('Continue as a guest'),
        ),
      ],
    );
  }
}
