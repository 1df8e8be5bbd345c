import { checkCredentialIdLength } from "./authenticator-data.ts";
import { bytesMember, isJsonObject, type JsonObject, parseJsonObject, textMember } from "./json-object.ts";
import { WebAuthnError } from "./webauthn-error.ts";

/** An attestation that nobody asked for has several certificates and still fits. */
const MAX_JSON_BYTES = 16_384;

type CredentialJson = Readonly<{ credentialId: Buffer; response: JsonObject }>;

let last: Readonly<{ json: string; credential: CredentialJson }> | undefined;

/** The rate limits read the credential of a call, and then its handler reads the same text: it is parsed once. */
export function readCredentialJson(json: string): CredentialJson {
  if (last?.json !== json) last = { json, credential: parseCredentialJson(json) };
  return last.credential;
}

/** What `PublicKeyCredential.toJSON()` gives for both ceremonies. Members that we do not need are not looked at. */
function parseCredentialJson(json: string): CredentialJson {
  if (Buffer.byteLength(json) > MAX_JSON_BYTES) throw new WebAuthnError("the credential is too long");
  const credential = parseJsonObject(json);
  if (textMember(credential, "type") !== "public-key") throw new WebAuthnError("not a public key credential");
  const credentialId = bytesMember(credential, "rawId");
  if (!bytesMember(credential, "id").equals(credentialId)) throw new WebAuthnError("id and rawId differ");
  checkCredentialIdLength(credentialId.length);
  const response = credential.response;
  if (!isJsonObject(response)) throw new WebAuthnError("response is not an object");
  return { credentialId, response };
}
