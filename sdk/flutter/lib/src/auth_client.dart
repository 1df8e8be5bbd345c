import 'dart:convert';
import 'dart:math';

import 'package:svc_auth/src/account_methods.dart';
import 'package:svc_auth/src/auth_browser.dart';
import 'package:svc_auth/src/auth_clock.dart';
import 'package:svc_auth/src/auth_exception.dart';
import 'package:svc_auth/src/auth_state.dart';
import 'package:svc_auth/src/auth_storage.dart';
import 'package:svc_auth/src/base64_text.dart';
import 'package:svc_auth/src/billing.dart';
import 'package:svc_auth/src/browser_methods.dart';
import 'package:svc_auth/src/caller.dart';
import 'package:svc_auth/src/client_internals.dart';
import 'package:svc_auth/src/connect_call.dart';
import 'package:svc_auth/src/email_codes.dart';
import 'package:svc_auth/src/email_link_methods.dart';
import 'package:svc_auth/src/http_transport.dart';
import 'package:svc_auth/src/mfa.dart';
import 'package:svc_auth/src/passkey_platform.dart';
import 'package:svc_auth/src/passkeys.dart';
import 'package:svc_auth/src/push_devices.dart';
import 'package:svc_auth/src/session_keeper.dart';
import 'package:svc_auth/src/sign_in_methods.dart';
import 'package:svc_auth/src/transport.dart';
import 'package:svc_auth/src/user.dart';

/// Signs users in, keeps their session and gives out access tokens. Create one for the whole app.
///
/// A method that fails throws an [AuthException]; decide by its `reason`. Every call to the server may fail with
/// `NETWORK`, `TIMEOUT`, `RATE_LIMITED`, `OVERLOADED` or `STORAGE_UNAVAILABLE` (all `retryable`), and every call that
/// needs a user with `SIGNED_OUT`. The methods name the other reasons.
///
/// Call a sign-up, sign-in or guest sign-in again after a `retryable` exception, also when the app was restarted: there is
/// one account, one session and one guest, however many answers were lost.
///
/// ```dart
/// final auth = AuthClient(
///   baseUrl: 'https://auth.example.com',
///   publishableKey: 'pk_...',
///   storage: MemoryStorage(),
/// );
/// await auth.ready;
/// if (auth.currentUser == null) await auth.signInAnonymously();
/// ```
class AuthClient with SignInMethods, BrowserMethods, AccountMethods, EmailLinkMethods {
  /// Creates the client and reads the stored session; [ready] completes when that is done.
  ///
  /// [baseUrl] is where the server is, and [publishableKey] names the project; it is not a secret. [storage] keeps the
  /// session: the key store of the phone. [storageKey] keeps two sessions of one project side by side.
  ///
  /// [browser] signs in with Google and Apple in the browser, and [passkeyPlatform] uses the passkeys of the device. The
  /// README has code for both. [transport] sends the requests instead of `dart:io`.
  ///
  /// [locale] is asked for the language of the user, such as `de-AT`, before each call, for the emails that it causes.
  /// [timeout] is how long one call may take, and [refreshMargin] how long before its expiry an access token is renewed;
  /// about a minute unless you say otherwise. [onError] receives what no call of yours can throw, such as a failed write in
  /// the background. [clock] replaces the clocks of the device in tests.
  ///
  /// Throws an [ArgumentError] when [publishableKey] does not begin with `pk_`.
  AuthClient({
    required String baseUrl,
    required String publishableKey,
    required AuthStorage storage,
    String? storageKey,
    AuthBrowser? browser,
    PasskeyPlatform? passkeyPlatform,
    Transport? transport,
    String? Function()? locale,
    Duration timeout = const Duration(seconds: 15),
    Duration? refreshMargin,
    void Function(Object error)? onError,
    AuthClock clock = const DeviceClock(),
  }) {
    if (!publishableKey.startsWith('pk_')) {
      throw ArgumentError('must begin with pk_', 'publishableKey');
    }
    final key = storageKey ?? 'svc.auth.${publishableKey.substring(0, min(15, publishableKey.length))}';
    final origin = baseUrl.replaceFirst(RegExp(r'/+$'), '');
    final sender = transport ?? HttpTransport();
    final call = ConnectCall(
      baseUrl: origin,
      publishableKey: publishableKey,
      transport: sender,
      timeout: timeout,
      locale: locale ?? () => null,
    ).call;
    final random = Random.secure();
    final keeper = SessionKeeper(
      call: call,
      storage: storage,
      storageKey: key,
      newAttemptId: () => toHex([for (var at = 0; at < 16; at++) random.nextInt(256)]),
      // Jitter, so that not all clients refresh at the same time.
      refreshMarginMs: refreshMargin?.inMilliseconds ?? 60000 + random.nextInt(15000),
      clock: clock,
      onError: onError ?? (_) {},
    );
    final caller = Caller(
      keeper: keeper,
      call: call,
      transport: sender,
      storage: storage,
      storageKey: key,
      baseUrl: origin,
      publishableKey: publishableKey,
      clock: clock,
    );
    callers[this] = caller;
    browsers[this] = browser;
    _passkeyPlatform = passkeyPlatform ?? const NoPasskeys();
  }

  late final PasskeyPlatform _passkeyPlatform;

  /// Sign-in with codes by email.
  late final EmailCodes emailCodes = EmailCodes(callerOf(this));

  /// Sign-in with passkeys.
  late final Passkeys passkeys = Passkeys(callerOf(this), _passkeyPlatform);

  /// Second factors, and proving again who the user is.
  late final Mfa mfa = Mfa(callerOf(this));

  /// Registers this device for notifications.
  late final PushDevices push = PushDevices(callerOf(this));

  /// What the user bought and may use.
  late final Billing billing = Billing(callerOf(this));

  /// Completes when the stored session was read: [state] is then no longer [AuthLoading]. Never fails and never waits for
  /// the network.
  Future<void> get ready => callerOf(this).keeper.ready;

  /// Whether somebody is signed in, right now.
  AuthState get state => callerOf(this).keeper.view.state;

  /// The signed-in user, guests included; null when nobody is signed in or the session is still being read.
  User? get currentUser => state.user;

  /// The state now, and then every change. Many may listen.
  ///
  /// ```dart
  /// auth.authStateChanges.listen((state) {
  ///   if (state is AuthSignedOut) show('You are signed out.');
  /// });
  /// ```
  Stream<AuthState> get authStateChanges => callerOf(this).keeper.view.changes;

  /// Returns an access token that stays valid for about a minute, or for [minTtl], and renews it first if it does not.
  /// Null when nobody is signed in. Ask for it right before each call and do not keep it. [send] does that for you.
  ///
  /// If the renewal fails while the current token is still valid, you get the current one. No network, timeout or busy
  /// server ever signs the user out. With [forceRefresh] the token is renewed even if it is valid, for example after your
  /// backend changed the user's claims.
  ///
  /// Throws an [AuthException] when the token has expired, or [forceRefresh] is set, and it could not be renewed.
  Future<String?> getAccessToken({bool forceRefresh = false, Duration? minTtl}) =>
      callerOf(this).keeper.getAccessToken(forceRefresh: forceRefresh, minTtlMs: minTtl?.inMilliseconds);

  /// Sends a request to your own backend, with the user's access token in the header `authorization`. If the answer is
  /// 401, it renews the token and tries once more. Without a signed-in user the request goes out without a token. [body]
  /// is a text, bytes, or a map or list that is sent as JSON. It follows no redirect.
  ///
  /// Call only your own backend with it: who receives the token can act as the user.
  ///
  /// Throws what the transport throws, and the exceptions of [getAccessToken].
  ///
  /// ```dart
  /// final answer = await auth.send('POST', Uri.parse('https://api.example.com/notes'), body: {'text': 'Buy milk'});
  /// if (!answer.isOk) show('The server answered ${answer.statusCode}.');
  /// ```
  Future<TransportResponse> send(
    String method,
    Uri url, {
    Map<String, String> headers = const {},
    Object? body,
  }) {
    final isJson = body is Map || (body is List && body is! List<int>);
    return callerOf(this).sendAsUser(
      TransportRequest(
        method,
        url,
        headers: {
          if (isJson) 'content-type': 'application/json',
          for (final MapEntry(:key, :value) in headers.entries) key.toLowerCase(): value,
        },
        body: switch (body) {
          null => null,
          final List<int> bytes => bytes,
          _ => utf8.encode(isJson ? jsonEncode(body) : body.toString()),
        },
      ),
    );
  }

  /// Ends the pause after a failed renewal, and renews the access token if it needs to be. Call it when the app comes to
  /// the foreground or back online. In a Flutter app, `AuthLifecycle` does the first.
  void wake() => callerOf(this).keeper.wake();

  /// Closes the connections, for example at the end of a test. Nobody is signed out.
  void close() => callerOf(this).transport.close();
}
