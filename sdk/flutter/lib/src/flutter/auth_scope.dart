import 'package:flutter/widgets.dart';
import 'package:svc_auth/core.dart';
import 'package:svc_auth/src/flutter/auth_lifecycle.dart';
import 'package:svc_auth/src/flutter/auth_state_listenable.dart';

/// Gives a client to the widgets below, and wakes it when the app comes back to the foreground. Put it above `MaterialApp`.
///
/// ```dart
/// void main() => runApp(AuthScope(auth: auth, child: const MyApp()));
///
/// class Home extends StatelessWidget {
///   const Home({super.key});
///
///   @override
///   Widget build(BuildContext context) => switch (AuthScope.stateOf(context)) {
///     AuthLoading() => const Text('One moment …'),
///     AuthSignedOut() => const Text('Please sign in.'),
///     AuthSignedIn(:final user) => Text('Hello ${user.displayName ?? 'guest'}'),
///   };
/// }
/// ```
class AuthScope extends StatefulWidget {
  /// Gives [auth] to the widgets below [child].
  const AuthScope({required this.auth, required this.child, super.key});

  /// The one client of the app.
  final AuthClient auth;

  /// The app.
  final Widget child;

  /// The client. The widget is not built again when somebody signs in or out.
  static AuthClient of(BuildContext context) {
    final scope = context.getInheritedWidgetOfExactType<_InheritedAuth>();
    return (scope ?? (throw FlutterError('There is no AuthScope above this widget.'))).auth;
  }

  /// The state. The widget is built again whenever it changes.
  static AuthState stateOf(BuildContext context) {
    final scope = context.dependOnInheritedWidgetOfExactType<_InheritedAuth>();
    return (scope ?? (throw FlutterError('There is no AuthScope above this widget.'))).auth.state;
  }

  @override
  State<AuthScope> createState() => _AuthScopeState();
}

class _AuthScopeState extends State<AuthScope> {
  late AuthLifecycle _lifecycle;
  late AuthStateListenable _state;

  @override
  void initState() {
    super.initState();
    _follow();
  }

  @override
  void didUpdateWidget(AuthScope old) {
    super.didUpdateWidget(old);
    if (old.auth == widget.auth) return;
    _stop();
    _follow();
  }

  @override
  void dispose() {
    _stop();
    super.dispose();
  }

  @override
  Widget build(BuildContext context) =>
      _InheritedAuth(auth: widget.auth, notifier: _state, child: widget.child);

  void _follow() {
    _lifecycle = AuthLifecycle(widget.auth);
    _state = AuthStateListenable(widget.auth);
  }

  void _stop() {
    _lifecycle.dispose();
    _state.dispose();
  }
}

class _InheritedAuth extends InheritedNotifier<AuthStateListenable> {
  const _InheritedAuth({required this.auth, required super.notifier, required super.child});

  final AuthClient auth;
}
