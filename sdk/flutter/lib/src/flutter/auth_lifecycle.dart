import 'package:flutter/widgets.dart';
import 'package:svc_auth/core.dart';

/// Wakes a client when the app comes back to the foreground, so that the first call finds a valid access token.
/// `AuthScope` does it without you.
///
/// ```dart
/// final lifecycle = AuthLifecycle(auth);
///
/// // When you no longer need it:
/// lifecycle.dispose();
/// ```
final class AuthLifecycle {
  /// Observes the app until [dispose].
  AuthLifecycle(AuthClient auth) : _listener = AppLifecycleListener(onResume: auth.wake);

  final AppLifecycleListener _listener;

  /// Stops observing.
  void dispose() => _listener.dispose();
}
