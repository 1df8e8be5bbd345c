import 'dart:async';

import 'package:flutter/foundation.dart';
import 'package:svc_auth/core.dart';

/// The state of a client as a [ValueListenable], for `ValueListenableBuilder` and for the `refreshListenable` of a router.
///
/// ```dart
/// ValueListenableBuilder(
///   valueListenable: AuthStateListenable(auth),
///   builder: (context, state, _) => state is AuthSignedIn ? const Home() : const SignIn(),
/// );
/// ```
class AuthStateListenable extends ChangeNotifier implements ValueListenable<AuthState> {
  /// Follows the client until [dispose].
  AuthStateListenable(this._auth) : _value = _auth.state {
    _subscription = _auth.authStateChanges.listen((state) {
      if (state == _value) return;
      _value = state;
      notifyListeners();
    });
  }

  final AuthClient _auth;
  late final StreamSubscription<AuthState> _subscription;
  AuthState _value;

  @override
  AuthState get value => _value;

  @override
  void dispose() {
    unawaited(_subscription.cancel());
    super.dispose();
  }
}
