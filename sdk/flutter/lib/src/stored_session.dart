import 'package:svc_auth/src/json.dart';
import 'package:svc_auth/src/user.dart';

/// The session as it is stored, with its tokens.
extension type const StoredSession(Json json) {
  /// Who is signed in.
  User get user => User(jsonObject(json['user']));

  /// What goes with each call.
  String get accessToken => _text('accessToken');

  /// Valid for one use.
  String get refreshToken => _text('refreshToken');

  /// Random id under which the refresh token will be presented. It is written together with the token, so it is on disk
  /// before it is sent, and the same one is sent again after a lost answer or when the app was killed.
  String get attemptId => _text('attemptId');

  /// By this device's clock.
  int get receivedAt => _number('receivedAt');

  /// Of the access token.
  int get lifetimeMs => _number('lifetimeMs');

  /// The same session with another user record.
  StoredSession withUser(User user) => StoredSession({...json, 'user': user.json});

  String _text(String name) => switch (json[name]) {
    final String text => text,
    _ => '',
  };

  int _number(String name) => switch (json[name]) {
    final num number => number.toInt(),
    _ => 0,
  };
}
