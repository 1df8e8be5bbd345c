/// Sign-in for Flutter apps with your own svc server.
library;

export 'core.dart';
export 'src/flutter/auth_lifecycle.dart';
export 'src/flutter/auth_scope.dart';
export 'src/flutter/auth_state_listenable.dart';
export 'src/flutter/device_locale.dart';
