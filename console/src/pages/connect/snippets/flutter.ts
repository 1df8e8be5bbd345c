import { type Facts, type Snippet, terminal } from "./snippet.ts";

export function flutterSnippets(facts: Facts): Snippet[] {
  return [
    {
      title: terminal,
      code: `dart pub add svc_auth --hosted-url ${facts.baseUrl}/pub/\nflutter pub add flutter_secure_storage`,
    },
    { title: "lib/auth.dart", code: auth(facts) },
    { title: "lib/main.dart", code: MAIN },
  ];
}

const auth = ({
  baseUrl,
  publishableKey,
}: Facts): string => `import 'package:flutter_secure_storage/flutter_secure_storage.dart';
import 'package:svc_auth/svc_auth.dart';

final auth = AuthClient(
  baseUrl: '${baseUrl}',
  publishableKey: '${publishableKey}',
  storage: const SecureAuthStorage(),
  locale: deviceLocale,
);

/// Keeps the session in the Keychain or the Android Keystore.
class SecureAuthStorage implements AuthStorage {
  const SecureAuthStorage();

  static const _items = FlutterSecureStorage(
    iOptions: IOSOptions(accessibility: KeychainAccessibility.first_unlock_this_device),
  );

  @override
  Future<String?> read(String key) => _items.read(key: key);

  @override
  Future<void> write(String key, String value) => _items.write(key: key, value: value);

  @override
  Future<void> delete(String key) => _items.delete(key: key);
}`;

const MAIN = `import 'package:flutter/material.dart';
import 'package:svc_auth/svc_auth.dart';

import 'auth.dart';

void main() => runApp(
  AuthScope(
    auth: auth,
    child: const MaterialApp(home: Scaffold(body: Center(child: Home()))),
  ),
);

class Home extends StatelessWidget {
  const Home({super.key});

  @override
  Widget build(BuildContext context) => switch (AuthScope.stateOf(context)) {
    AuthLoading() => const CircularProgressIndicator(),
    AuthSignedOut() => TextButton(
      onPressed: auth.signInAnonymously,
      child: const Text('Continue as a guest'),
    ),
    AuthSignedIn(:final user) => TextButton(
      onPressed: auth.signOut,
      child: Text('Sign \${user.email ?? 'the guest'} out'),
    ),
  };
}`;
