import { isUtf8 } from "node:buffer";
import { bytesMember, parseJsonObject, textMember } from "./json-object.ts";
import { WebAuthnError } from "./webauthn-error.ts";

/** What the browser or the system says about the ceremony. The signature of an assertion covers it. */
export type ClientData = Readonly<{
  type: string;
  challenge: Buffer;
  origin: string;
  crossOrigin: boolean;
  topOrigin: string | undefined;
}>;

export function readClientData(bytes: Buffer): ClientData {
  if (!isUtf8(bytes)) throw new WebAuthnError("the client data is not UTF-8");
  const text = bytes.toString("utf8");
  if (text.startsWith("\ufeff")) throw new WebAuthnError("the client data has a byte order mark");
  const members = parseJsonObject(text);
  const { crossOrigin = false } = members;
  if (typeof crossOrigin !== "boolean") throw new WebAuthnError("crossOrigin is not true or false");
  return {
    type: textMember(members, "type"),
    challenge: bytesMember(members, "challenge"),
    origin: textMember(members, "origin"),
    crossOrigin,
    topOrigin: members.topOrigin === undefined ? undefined : textMember(members, "topOrigin"),
  };
}

/** Origins are compared as they are: no case, port, suffix or path is forgiven. */
export function checkClientData(
  clientData: ClientData,
  expected: { type: "webauthn.create" | "webauthn.get"; origins: readonly string[] },
): void {
  if (clientData.type !== expected.type) throw new WebAuthnError("the client data is of another ceremony");
  if (!expected.origins.includes(clientData.origin)) throw new WebAuthnError("the origin is not allowed");
  if (clientData.crossOrigin || clientData.topOrigin !== undefined)
    throw new WebAuthnError("the page was framed");
}
