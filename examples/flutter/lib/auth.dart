import 'package:svc_auth/svc_auth.dart';

import 'secure_auth_storage.dart';
import 'web_auth_browser.dart';

const baseUrl = String.fromEnvironment('AUTH_URL', defaultValue: 'http://localhost:8080');
const publishableKey = String.fromEnvironment('AUTH_KEY', defaultValue: 'pk_...');

final auth = AuthClient(
  baseUrl: baseUrl,
  publishableKey: publishableKey,
  storage: const SecureAuthStorage(),
  browser: const WebAuthBrowser(),
  locale: deviceLocale,
);
