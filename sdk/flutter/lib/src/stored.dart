import 'package:svc_auth/src/auth_exception.dart';
import 'package:svc_auth/src/json.dart';
import 'package:svc_auth/src/stored_session.dart';

/// Everything that the client stores, under one key, so that it is written at once. Fields that this version does not
/// know stay as they are.
final class Stored {
  /// What was read, or why nothing could be read.
  const Stored(this.fields, {this.broken});

  /// The document.
  final Json fields;

  /// Why nothing could be read. Retryable unless the stored data is damaged.
  final AuthException? broken;

  /// The session of the user who is signed in.
  StoredSession? get session => switch (fields['session']) {
    final Json session => StoredSession(session),
    _ => null,
  };

  /// Random id of the sign-in under way. The same one is sent again until there is an answer.
  String? get attempt => switch (fields['attempt']) {
    final String attempt => attempt,
    _ => null,
  };

  /// Refresh tokens of sessions that were ended here, before the server knows.
  List<String> get ended => jsonTexts(fields['ended']);

  /// The email code that was asked for here. Signing out removes it.
  Json? get emailCode => switch (fields['emailCode']) {
    final Json flow => flow,
    _ => null,
  };

  /// The passkey that the server may not know yet. Signing in and out removes it.
  Json? get passkey => switch (fields['passkey']) {
    final Json passkey => passkey,
    _ => null,
  };

  /// The same with other values; null removes a field.
  Stored replacing(Json changes) {
    final next = {...fields, ...changes};
    return Stored(next..removeWhere((name, value) => value == null && changes.containsKey(name)));
  }

  /// Damaged data can be replaced. Data that cannot be read now may be a session and must not be overwritten.
  Stored get replaceable {
    final broken = this.broken;
    if (broken != null && broken.retryable) throw broken;
    return this;
  }

  /// What could be read, or the reason why not is thrown.
  Stored get readable {
    final broken = this.broken;
    if (broken != null) throw broken;
    return this;
  }
}
