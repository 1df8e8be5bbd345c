import type { SigningKeysJson } from "@svc/proto/svc/admin/v1/signing_key_pb";

/** The keys in the JWKS and the values for checking tokens, a line each. */
export function keyFields({
  active = {},
  standBy,
  grace = [],
  issuer,
  audience,
  jwksUrl,
}: SigningKeysJson): string[][] {
  return [
    ["issuer", issuer ?? ""],
    ["audience", audience ?? ""],
    ["jwks url", jwksUrl ?? ""],
    ["active key", active.kid ?? ""],
    ["algorithm", active.algorithm ?? ""],
    ["created", active.createdAt ?? ""],
    ...(standBy === undefined ? [] : [["stand-by key", standBy.kid ?? ""]]),
    ...grace.map(({ kid = "", expiresAt = "" }) => ["grace key", `${kid} until ${expiresAt}`]),
  ];
}
