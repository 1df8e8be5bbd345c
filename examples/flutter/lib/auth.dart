import 'package:svc_auth/svc_auth.dart';

import 'key_store.dart';
import 'system_browser.dart';

const baseUrl = String.fromEnvironment('AUTH_URL', defaultValue: 'http://localhost:8080');
const publishableKey = String.fromEnvironment('AUTH_KEY', defaultValue: 'pk_...');

final auth = AuthClient(
  baseUrl: baseUrl,
  publishableKey: publishableKey,
  storage: const KeyStore(),
  browser: const SystemBrowser(),
);
