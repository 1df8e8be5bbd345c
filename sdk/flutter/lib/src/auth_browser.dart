/// Opens a browser in which the user signs in. The README has an implementation with `flutter_web_auth_2`.
abstract interface class AuthBrowser {
  /// Opens a browser at [url] and completes with the URL that it came back with, which begins with [redirectTo]. Null when
  /// the user closed the browser.
  Future<Uri?> open(Uri url, Uri redirectTo);
}

/// The browser of each client.
final browsers = Expando<AuthBrowser>('browser');
