/**
 * A doubt about a registration or an assertion. The message is for the log only: it quotes nothing of the input,
 * and no caller may be told which check failed.
 */
export class WebAuthnError extends Error {
  override readonly name = "WebAuthnError";
}
