/** A backup does not contain what svc writes, although its checksums are right. */
export class UnusableBackupError extends Error {
  override readonly name = "UnusableBackupError";
}
