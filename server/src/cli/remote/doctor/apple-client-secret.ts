import { createPrivateKey, type KeyObject, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import { usageFailure } from "../../failure.ts";

const LIFETIME_SECONDS = 300;

/** The private key in the file that Apple gives out once. It stays in this process. */
export function readAppleKey(file: string): KeyObject {
  const hint = "--apple-key takes the AuthKey_....p8 file from developer.apple.com";
  const text = readText(file, hint);
  try {
    const key = createPrivateKey(text);
    if (key.asymmetricKeyDetails?.namedCurve === "prime256v1") return key;
  } catch {
    // Said below.
  }
  throw usageFailure(`${file} is not a Sign in with Apple key`, hint);
}

function readText(file: string, hint: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw usageFailure(
      code === "ENOENT" ? `there is no file ${file}` : `cannot read ${file} (${code})`,
      hint,
    );
  }
}

/** What proves to Apple that we are the client: a short-lived token signed with the team's key. */
export function appleClientSecret(
  key: KeyObject,
  { teamId, keyId, clientId }: { teamId: string; keyId: string; clientId: string },
): string {
  const now = Math.floor(Date.now() / 1000);
  const header = { alg: "ES256", kid: keyId };
  const claims = {
    iss: teamId,
    sub: clientId,
    aud: "https://appleid.apple.com",
    iat: now,
    exp: now + LIFETIME_SECONDS,
  };
  const signed = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  const signature = sign("sha256", Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" });
  return `${signed}.${signature.toString("base64url")}`;
}
