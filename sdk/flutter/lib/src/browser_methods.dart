import 'dart:convert';

import 'package:svc_auth/src/auth_browser.dart';
import 'package:svc_auth/src/auth_exception.dart';
import 'package:svc_auth/src/base64_text.dart';
import 'package:svc_auth/src/browser_flow.dart';
import 'package:svc_auth/src/client_internals.dart';
import 'package:svc_auth/src/session.dart';
import 'package:svc_auth/src/sha256.dart';
import 'package:svc_auth/src/user.dart';

/// The link that was completed last, and what came of it.
final _lastLinks = Expando<({Uri url, Future<Session?> session})>('link');

/// Google and Apple in the browser.
mixin BrowserMethods {
  /// Signs in with Google or Apple in the browser, and creates the account at the first sign-in. [redirectTo] is the URL
  /// that the browser returns to; the project's settings must allow its scheme or origin.
  ///
  /// Reasons: `CANCELLED` (the user closed the browser or refused), `EMAIL_ALREADY_EXISTS` (sign in with one of
  /// `metadata['sign_in_methods']`, then call [linkWithBrowser]), `EMAIL_NOT_VERIFIED`, `SIGN_UP_CLOSED`,
  /// `USER_DISABLED`, `OAUTH_CODE_INVALID`, and those of second factors.
  ///
  /// Throws a [StateError] when the client was created without a browser.
  Future<Session> signInWithBrowser({required OAuthProvider provider, required Uri redirectTo}) =>
      _go(provider, redirectTo, links: false);

  /// Adds a Google or Apple account to the signed-in user. A guest becomes a permanent user with the same id.
  ///
  /// Reasons: `CANCELLED`, `OAUTH_ACCOUNT_EXISTS` (another user has this account), `ALREADY_EXISTS` (the user has another
  /// account of this provider), `REAUTHENTICATION_REQUIRED`, `OAUTH_CODE_INVALID`.
  Future<Session> linkWithBrowser({required OAuthProvider provider, required Uri redirectTo}) =>
      _go(provider, redirectTo, links: true);

  /// Finishes what [signInWithBrowser] or [linkWithBrowser] began, when the link opens the app anew because the system
  /// has ended it meanwhile. Calling it again with the same URL gives the same result, and tries again after a `retryable`
  /// exception. Null when the URL does not belong to a sign-in that began on this device.
  ///
  /// Reasons: those of [signInWithBrowser] or [linkWithBrowser].
  Future<Session?> completeRedirect(Uri url) {
    final last = _lastLinks[this];
    if (last != null && last.url == url) return last.session;
    final session = BrowserFlow(callerOf(this)).complete(url);
    final link = (url: url, session: session);
    _lastLinks[this] = link;
    session
        .then<void>(
          (_) {},
          onError: (Object error) {
            final isLost = error is AuthException && error.retryable;
            if (isLost && identical(_lastLinks[this]?.session, session)) _lastLinks[this] = null;
          },
        )
        .ignore();
    return session;
  }

  /// Creates a nonce for Google's or Apple's own SDK. It ties the ID token to this one sign-in, so that nobody can use the
  /// token again. Give `hashed` to the provider's SDK, and `nonce` to `signInWithIdToken` or `linkIdToken`.
  ({String nonce, String hashed}) createNonce() {
    final nonce = toBase64Url(callerOf(this).randomBytes(16));
    return (nonce: nonce, hashed: toHex(sha256(ascii.encode(nonce))));
  }

  Future<Session> _go(OAuthProvider provider, Uri redirectTo, {required bool links}) async {
    final browser = browsers[this];
    if (browser == null) throw StateError('give AuthClient a browser');
    final url = await BrowserFlow(callerOf(this)).begin(provider, redirectTo, links: links);
    final returned = await browser.open(url, redirectTo);
    final session = returned == null ? null : await completeRedirect(returned);
    return session ?? (throw const AuthException(AuthReason.cancelled, 'no answer'));
  }
}
