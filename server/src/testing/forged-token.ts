type Claims = Readonly<Record<string, unknown>>;

/** The token with these claims instead, and with the signature of the old ones. */
export function forgedToken(token: string, claims: Claims): string {
  const [header = "", payload = "", signature = ""] = token.split(".");
  const genuine = JSON.parse(Buffer.from(payload, "base64url").toString()) as Claims;
  const forged = Buffer.from(JSON.stringify({ ...genuine, ...claims })).toString("base64url");
  return `${header}.${forged}.${signature}`;
}

/** What a query must never be asked for: PostgreSQL takes no U+0000, and these objects cannot be read as text. */
export const unaskableClaims: Readonly<Record<string, (url: string) => Claims>> = {
  "U+0000 in sub": () => ({ sub: "a\u0000b" }),
  "U+0000 in sid": () => ({ sid: "\u0000" }),
  "U+0000 after a backslash in sid": () => ({ sid: "\\\u0000" }),
  "U+0000 in aud": (url) => ({ aud: "a\u0000b", iss: `${url}/p/a\u0000b` }),
  "U+0000 deep inside sub": () => ({ sub: [["\u0000"]] }),
  "an object as sub": () => ({ sub: { toString: null } }),
  "an object as sid": () => ({ sid: { toString: null } }),
};
