import { createPublicKey } from "node:crypto";
import { jwtVerify } from "jose";

const MAX_TOKEN_SECONDS = 3600;

export type PurchaseKey = Readonly<{ issuerId: string; keyId: string; bundleId: string; privateKey: string }>;

/** ES256 with the key of this app, for no longer than Apple allows. */
export async function isTokenOf(key: PurchaseKey, authorization: string, now: number): Promise<boolean> {
  try {
    const { protectedHeader, payload } = await jwtVerify(
      authorization.replace(/^Bearer /, ""),
      createPublicKey(key.privateKey),
      {
        algorithms: ["ES256"],
        issuer: key.issuerId,
        audience: "appstoreconnect-v1",
        requiredClaims: ["iat", "exp", "bid"],
        currentDate: new Date(now),
      },
    );
    const { iat = 0, exp = 0, bid } = payload;
    const { kid, typ } = protectedHeader;
    const isShort = exp - iat <= MAX_TOKEN_SECONDS;
    return isShort && kid === key.keyId && typ === "JWT" && bid === key.bundleId;
  } catch {
    return false;
  }
}
