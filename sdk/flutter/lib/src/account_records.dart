import 'package:svc_auth/src/json.dart';
import 'package:svc_auth/src/json_record.dart';
import 'package:svc_auth/src/user.dart';
import 'package:svc_auth/src/wire_names.dart';

/// A device on which the user is signed in.
final class DeviceSession extends JsonRecord {
  /// Wraps what the server said.
  const DeviceSession(super.json);

  /// For `revokeSession`.
  String get id => text('id');

  /// What the device calls itself.
  String get device => text('device');

  /// When the user signed in.
  DateTime get createdAt => time('createdAt');

  /// When the session was last used.
  DateTime get lastUsedAt => time('lastUsedAt');

  /// Whether it is this device.
  bool get isCurrent => flag('current');
}

/// Who needs a second factor.
enum MfaPolicy {
  /// Nobody.
  off,

  /// Users who have enrolled one.
  optional,

  /// Everybody but guests.
  required,

  /// Users with a claim that the project names.
  requiredByClaim,
}

/// What a sign-in screen needs to know about the project. Its theme is in [json].
final class ProjectConfig extends JsonRecord {
  /// Wraps what the server said.
  const ProjectConfig(super.json);

  /// What the project calls itself.
  String get projectName => text('projectName');

  /// The project in addresses.
  String get slug => text('slug');

  /// Whether users can sign in in this way: `password`, `google`, `apple`, `anonymous`, `emailCode` or `passkey`. False
  /// when the server does not know it.
  bool isEnabled(String method) => jsonObject(jsonObject(json['providers'])[method])['enabled'] == true;

  /// Whether the project accepts new users.
  bool get isSignUpOpen => flag('signUpOpen');

  /// Whether a user must follow a link in an email before signing in.
  bool get requiresEmailVerification => flag('requireEmailVerification');

  /// How long a password must be.
  int get minPasswordLength => switch (jsonObject(json['passwordPolicy'])['minLength']) {
    final num length => length.toInt(),
    _ => 0,
  };

  /// The client id of Google for `web`, `ios` or `android`, for Google's own SDK.
  String? googleClientId(String platform) => switch (jsonObject(json['googleClientIds'])[platform]) {
    final String id when id.isNotEmpty => id,
    _ => null,
  };

  /// The domain that passkeys belong to. Empty while they are off.
  String get passkeyRpId => text('passkeyRpId');

  /// Who needs a second factor. Null on servers that do not know them.
  MfaPolicy? get mfaPolicy => switch (shortName('MFA_POLICY', json['mfaPolicy'])) {
    'off' => MfaPolicy.off,
    'optional' => MfaPolicy.optional,
    'required' => MfaPolicy.required,
    'required_by_claim' => MfaPolicy.requiredByClaim,
    _ => null,
  };

  /// For how many days a deleted account can be kept by signing in.
  int get deletionGraceDays => number('deletionGraceDays');

  /// The languages that emails and pages can have.
  List<String> get languages => jsonTexts(json['languages']);

  /// What access tokens say about who issued them.
  String get issuer => text('issuer');

  @override
  String toString() => 'ProjectConfig($slug)';
}

/// What an emailed link is about, for an app that handles the links itself.
final class EmailLink extends JsonRecord {
  /// Wraps what the server said.
  const EmailLink(super.json);

  /// What the link does.
  String get purpose => text('purpose');

  /// The address that it was sent to.
  String get email => text('email');

  /// Whether "This wasn't me" deletes the whole account.
  bool get rejectDeletesAccount => flag('rejectDeletesAccount');

  /// The Google and Apple accounts that the owner of the mailbox should review: `provider`, `email`, `linkedAt`,
  /// `keepByDefault`.
  List<Json> get identities => jsonObjects(json['identities']);

  /// The passkeys that the owner of the mailbox should review: `id`, `name`, `createdAt`, `lastUsedAt`, `keepByDefault`.
  List<Json> get passkeys => jsonObjects(json['passkeys']);

  @override
  String toString() => 'EmailLink($purpose)';
}

/// What the owner of a mailbox decided about the sign-in methods that an [EmailLink] lists.
final class EmailLinkReview {
  /// Decides. What is not in [shown] is removed, because somebody added it meanwhile; without [shown] it stays.
  const EmailLinkReview({this.removeProviders = const [], this.removePasskeys = const [], this.shown});

  /// Google and Apple accounts to remove.
  final List<OAuthProvider> removeProviders;

  /// Ids of passkeys to remove.
  final List<String> removePasskeys;

  /// The link as the page has shown it.
  final EmailLink? shown;

  /// As the API has it.
  Json toJson() {
    final shown = this.shown;
    return {
      if (removeProviders.isNotEmpty) 'removeProviders': [for (final each in removeProviders) each.name],
      if (removePasskeys.isNotEmpty) 'removePasskeys': removePasskeys,
      if (shown != null)
        'listed': {
          'providers': [for (final each in shown.identities) '${each['provider']}'],
          'passkeyIds': [for (final each in shown.passkeys) '${each['id']}'],
        },
    };
  }
}
