import 'package:svc_auth/core.dart';

/// What calls and the state give, in the forms of the scenarios.
Json jsonOfState(AuthState state) => switch (state) {
  AuthLoading() => {'status': 'loading'},
  AuthSignedOut(:final reason) => {'status': 'signedOut', 'reason': reason?.name},
  AuthSignedIn(:final user, :final session, :final isStale) => {
    'status': 'signedIn',
    'user': user.json,
    'session': jsonOfSession(session),
    'stale': isStale,
  },
};

Json jsonOfSession(Session session) => {
  'accessToken': session.accessToken,
  'expiresAt': session.expiresAt.millisecondsSinceEpoch,
  'canceledDeletionTime': textOfTime(session.canceledDeletionTime),
};

Json jsonOfSignUp(SignUpResult result) => switch (result) {
  SignUpSignedIn(:final session) => {'status': 'signedIn', 'session': jsonOfSession(session)},
  SignUpVerifyEmail() => {'status': 'verifyEmail'},
};

Json? jsonOfStep(MfaStep? step) => switch (step) {
  null => null,
  MfaProve(:final factors, :final expiresAt) => {
    'step': 'prove',
    'factors': [
      for (final factor in factors) factor == SecondFactor.recoveryCode ? 'recovery_code' : factor.name,
    ],
    'expiresAt': textOfTime(expiresAt),
  },
  MfaEnroll(:final expiresAt) => {'step': 'enroll', 'expiresAt': textOfTime(expiresAt)},
  MfaConfirm() => {'step': 'confirm'},
  MfaRecoveryCodes() => {'step': 'recoveryCodes'},
};

Json jsonOfPurchase(PurchaseResult result) => {
  'subscription': result.subscription?.json,
  'purchase': result.purchase?.json,
  'errorReason': result.errorReason,
};

Json jsonOfError(AuthException error) => {
  'reason': error.reason,
  'code': error.code,
  'status': error.status,
  'retryable': error.retryable,
  'retryAfterMs': error.retryAfter?.inMilliseconds,
  'metadata': error.metadata,
  'attemptsLeft': error.attemptsLeft,
};

/// As the server writes it: without a fraction that is zero.
String? textOfTime(DateTime? time) => time?.toUtc().toIso8601String().replaceFirst('.000Z', 'Z');
