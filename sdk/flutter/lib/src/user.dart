import 'package:svc_auth/src/json.dart';
import 'package:svc_auth/src/json_record.dart';
import 'package:svc_auth/src/wire_names.dart';

/// Who runs the account that a user signs in with instead of a password.
enum OAuthProvider {
  /// A Google account.
  google,

  /// An Apple account.
  apple;

  /// As the API names it.
  String get wireName => 'OAUTH_PROVIDER_${name.toUpperCase()}';
}

/// A Google or Apple account that can sign in as the user.
final class Identity extends JsonRecord {
  /// Wraps what the server said.
  const Identity(super.json);

  /// Who runs the account: `google` or `apple`.
  String get provider => text('provider');

  /// The address of the account.
  String get email => text('email');

  /// When it was added.
  DateTime get linkedAt => time('linkedAt');
}

/// How a user gets back in when passwords and passkeys are lost.
enum AccountRecovery {
  /// Not at all: ask for an address.
  none,

  /// By email.
  email,

  /// With a Google or Apple account.
  provider,
}

/// The signed-in user.
final class User extends JsonRecord {
  /// Wraps a user as it is stored.
  const User(super.json);

  /// Reads a user as the server sends it: what is empty on the wire is absent here.
  factory User.fromWire(Json wire) {
    final user = {...wire};
    for (final name in const ['email', 'displayName', 'avatarUrl', 'locale']) {
      if (user[name] == null || user[name] == '') user.remove(name);
    }
    final recovery = shortName('ACCOUNT_RECOVERY', user.remove('recovery'));
    if (recovery != null) user['recovery'] = recovery;
    final identities = wire['identities'];
    if (identities is List<Object?>) {
      user['identities'] = [
        for (final identity in jsonObjects(identities))
          {...identity, 'provider': shortName('OAUTH_PROVIDER', identity['provider']) ?? ''},
      ];
    }
    return User(user);
  }

  /// Stays the same when a guest becomes a permanent user.
  String get id => text('id');

  /// The address; null for a guest.
  String? get email => textOrNull('email');

  /// Whether the user has followed a link in an email.
  bool get emailVerified => flag('emailVerified');

  /// Whether emails to the address come back.
  bool get emailBounces => flag('emailBounces');

  /// The name to show.
  String? get displayName => textOrNull('displayName');

  /// The picture to show.
  String? get avatarUrl => textOrNull('avatarUrl');

  /// The language, such as `de-AT`.
  String? get locale => textOrNull('locale');

  /// Whether this is a guest.
  bool get isAnonymous => flag('isAnonymous');

  /// Whether the user can sign in with a password.
  bool get hasPassword => flag('hasPassword');

  /// When the account was created.
  DateTime get createdAt => time('createdAt');

  /// Roles and permissions that your backend set. Use them for the user interface; your backend reads its own copy in the
  /// access token.
  Json get claims => jsonObject(json['claims']);

  /// The Google and Apple accounts that can sign in as this user.
  List<Identity> get identities => [for (final each in jsonObjects(json['identities'])) Identity(each)];

  /// How the user gets back in when passwords and passkeys are lost. Null on servers that do not know passkeys.
  AccountRecovery? get recovery => AccountRecovery.values.asNameMap()[text('recovery')];
}
