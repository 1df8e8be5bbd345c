/** Of the form and parameters that the product asks for. */
const HASH = `$argon2id$v=19$m=19456,t=2,p=1$${"A".repeat(22)}$${"A".repeat(43)}`;

export async function hash(): Promise<string> {
  return HASH;
}

export async function verify(): Promise<boolean> {
  return true;
}
