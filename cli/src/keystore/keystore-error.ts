/** Why a keystore could not be read, for people: `the password is wrong`. */
export class KeystoreError extends Error {
  override readonly name = "KeystoreError";
}

export function damaged(): KeystoreError {
  return new KeystoreError("it is damaged or cut short");
}

export function wrongPassword(): KeystoreError {
  return new KeystoreError("the password is wrong");
}
