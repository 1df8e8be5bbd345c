import 'package:svc_auth/src/auth_view.dart';
import 'package:svc_auth/src/caller.dart';
import 'package:svc_auth/src/json.dart';
import 'package:svc_auth/src/json_record.dart';
import 'package:svc_auth/src/mfa_challenge.dart';
import 'package:svc_auth/src/watched.dart';

/// An authenticator app that is about to be enrolled: show [uri] as a QR code, and [secret] below it.
final class TotpEnrollment extends JsonRecord {
  /// Wraps what the server said, without its token.
  const TotpEnrollment(super.json);

  /// What the user types into the authenticator app.
  String get secret => text('secret');

  /// What the QR code says.
  String get uri => text('uri');

  /// Whether a code was mailed to the user, which has to be given too.
  bool get needsEmailCode => flag('needsEmailCode');

  /// Until when, by the server's clock.
  DateTime get expiresAt => time('expiresAt');

  @override
  String toString() => 'TotpEnrollment(until $expiresAt)';
}

/// What the app shows next in a sign-in with a second factor.
sealed class MfaStep {
  const MfaStep();
}

/// Ask for a proof, and call `completeSignIn`.
final class MfaProve extends MfaStep {
  /// Creates the step. The client does it.
  const MfaProve({required this.factors, required this.expiresAt});

  /// What the user can prove, the most usual first.
  final List<SecondFactor> factors;

  /// Until when, by the server's clock.
  final DateTime expiresAt;
}

/// Say that the account needs an authenticator app, and call `startRequiredEnrollment`.
final class MfaEnroll extends MfaStep {
  /// Creates the step. The client does it.
  const MfaEnroll({required this.expiresAt});

  /// Until when, by the server's clock.
  final DateTime expiresAt;
}

/// Show the secret, ask for a code of the app, and call `confirmTotpEnrollment`.
final class MfaConfirm extends MfaStep {
  /// Creates the step. The client does it.
  const MfaConfirm(this.enrollment);

  /// What the app shows.
  final TotpEnrollment enrollment;
}

/// Show the recovery codes, which nobody can see again, and call `cancel` when the user has kept them.
final class MfaRecoveryCodes extends MfaStep {
  /// Creates the step. The client does it.
  const MfaRecoveryCodes(this.recoveryCodes);

  /// Each replaces the authenticator app once.
  final List<String> recoveryCodes;
}

/// A step with its tokens, which the app does not see.
final class HeldMfaStep {
  /// Holds them together.
  const HeldMfaStep(this.step, {this.mfaToken, this.requiredToken, this.enrollmentToken});

  /// What the app shows.
  final MfaStep step;

  /// For `CompleteSignIn`.
  final String? mfaToken;

  /// For `StartRequiredEnrollment`.
  final String? requiredToken;

  /// For `ConfirmTotpEnrollment`.
  final String? enrollmentToken;
}

/// Holds the step in memory only, because a challenge stands for the first factor.
final class MfaMemory {
  /// Of this client.
  MfaMemory(Caller caller) {
    // Somebody has signed in or out.
    caller.keeper.view.listen((_, event) {
      final isOver = event == AuthEvent.signedIn
          ? held?.step is! MfaRecoveryCodes
          : event == AuthEvent.signedOut;
      if (held != null && isOver) hold(null);
    });
  }

  /// What is held now.
  HeldMfaStep? held;

  /// For apps that follow the step.
  late final watched = Watched<MfaStep?>(() => held?.step);

  /// Holds something else.
  void hold(HeldMfaStep? next) {
    held = next;
    watched.tell();
  }
}

/// An enrollment without its token.
TotpEnrollment enrollmentOf(Json wire) => TotpEnrollment({...wire}..remove('enrollmentToken'));
