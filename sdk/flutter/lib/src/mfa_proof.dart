import 'package:svc_auth/src/json.dart';
import 'package:svc_auth/src/passkeys.dart';

/// Proves who the user is, for `reauthenticate`.
sealed class Proof {
  const Proof();

  /// The current password.
  const factory Proof.password(String password) = PasswordProof;

  /// The code that `emailCodes.request` sent to the user's address, as the user typed it.
  const factory Proof.emailCode(String code) = TypedEmailCodeProof;

  /// Six digits of the authenticator app.
  const factory Proof.totp(String code) = TotpProof;

  /// Asks the user for a passkey: give it `auth.passkeys`.
  const factory Proof.passkey(Passkeys passkeys) = PasskeyProof;
}

/// Proves the second factor, for `completeSignIn`.
sealed class SecondProof {
  /// Six digits of the authenticator app.
  const factory SecondProof.totp(String code) = TotpProof;

  /// One of the recovery codes. Spaces, hyphens and case do not matter.
  const factory SecondProof.recoveryCode(String code) = RecoveryCodeProof;

  /// Asks the user for a passkey: give it `auth.passkeys`.
  const factory SecondProof.passkey(Passkeys passkeys) = PasskeyProof;

  /// As the API has it.
  Future<Json> toJson();
}

/// The current password.
final class PasswordProof extends Proof {
  /// The current password.
  const PasswordProof(this.password);

  /// What the user typed.
  final String password;
}

/// A code that was mailed to the user.
final class TypedEmailCodeProof extends Proof {
  /// A code that was mailed to the user.
  const TypedEmailCodeProof(this.code);

  /// What the user typed.
  final String code;
}

/// A code of the authenticator app.
final class TotpProof extends Proof implements SecondProof {
  /// A code of the authenticator app.
  const TotpProof(this.code);

  /// What the user typed.
  final String code;

  @override
  Future<Json> toJson() async => {'totpCode': code};
}

/// One of the recovery codes.
final class RecoveryCodeProof implements SecondProof {
  /// One of the recovery codes.
  const RecoveryCodeProof(this.code);

  /// What the user typed.
  final String code;

  @override
  Future<Json> toJson() async => {'recoveryCode': code};
}

/// A passkey of the device.
final class PasskeyProof extends Proof implements SecondProof {
  /// Asks the user for a passkey.
  const PasskeyProof(this.passkeys);

  /// Asks the user.
  final Passkeys passkeys;

  @override
  Future<Json> toJson() async => {'passkeyJson': await passkeys.askForPasskey()};
}
