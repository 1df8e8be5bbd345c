import { expect, test } from "vitest";
import { type CredentialJson, createAuthenticator } from "../../testing/authenticator.ts";
import {
  accepts,
  creationOptions,
  doubtOf,
  doubtOfSignIn,
  origin,
  registered,
} from "../../testing/passkey-ceremonies.ts";

const { registration, signIn } = registered();
const create = (credential: (json: CredentialJson) => CredentialJson) =>
  createAuthenticator().create(creationOptions, { origin, credential });

type Change = (json: CredentialJson) => Record<string, unknown>;

const members: Record<string, [Change, string]> = {
  "id and rawId differ": [(json) => ({ ...json, rawId: "AAAA" }), "id and rawId differ"],
  "id is missing": [({ id, ...json }) => json, "id is not a text"],
  "rawId is missing": [({ rawId, ...json }) => json, "rawId is not a text"],
  "rawId is null": [(json) => ({ ...json, rawId: null }), "rawId is not a text"],
  "the id is empty": [(json) => ({ ...json, id: "", rawId: "" }), "the credential id has a wrong length"],
  "an id of 1,024 bytes": [
    (json) => ({ ...json, id: "A".repeat(1366), rawId: "A".repeat(1366) }),
    "the credential id has a wrong length",
  ],
  "the id in base64": [(json) => ({ ...json, id: "+/+/", rawId: "+/+/" }), "rawId is not base64url"],
  "the id with a line break": [(json) => ({ ...json, rawId: `${json.rawId}\n` }), "rawId is not base64url"],
  "three signs of padding": [(json) => ({ ...json, rawId: "A===" }), "rawId is not base64url"],
  "padding in the middle": [(json) => ({ ...json, rawId: "AA==AAAA" }), "rawId is not base64url"],
  "type is missing": [({ type, ...json }) => json, "type is not a text"],
  "a password for a key": [(json) => ({ ...json, type: "password" }), "not a public key credential"],
  "a type in capitals": [(json) => ({ ...json, type: "Public-Key" }), "not a public key credential"],
  "response is missing": [({ response, ...json }) => json, "response is not an object"],
  "response is null": [(json) => ({ ...json, response: null }), "response is not an object"],
  "response is a list": [(json) => ({ ...json, response: [json.response] }), "response is not an object"],
  "response is a text": [(json) => ({ ...json, response: "x" }), "response is not an object"],
  "17 KB": [(json) => ({ ...json, more: "x".repeat(17_000) }), "the credential is too long"],
  "17 KB in letters of two bytes": [
    (json) => ({ ...json, more: "ü".repeat(8_500) }),
    "the credential is too long",
  ],
};

test.each(Object.entries(members))("refuses: %s", async (_, [change, doubt]) => {
  const credential = (json: CredentialJson) => change(json) as CredentialJson;
  expect(doubtOf(() => accepts(create(credential)))).toBe(doubt);
  expect(await doubtOfSignIn(registration, signIn({ credential }))).toBe(doubt);
});

const texts: Record<string, [(json: string) => string, string]> = {
  nothing: [() => "", "not JSON"],
  "a list": [(json) => `[${json}]`, "the JSON is not an object"],
  "a text": [(json) => JSON.stringify(json), "the JSON is not an object"],
  null: [() => "null", "the JSON is not an object"],
  "a byte order mark": [(json) => `\ufeff${json}`, "not JSON"],
  "two of them": [(json) => json + json, "not JSON"],
  "cut short": [(json) => json.slice(0, -1), "not JSON"],
  "a comment": [(json) => json.replace("{", "{/**/"), "not JSON"],
  "id twice": [(json) => json.replace("{", '{"id":"AAAA",'), "the JSON has a key twice"],
  "response twice": [(json) => json.replace("{", '{"response":{},'), "the JSON has a key twice"],
  "client data twice": [
    (json) => json.replace('"response":{', '"response":{"clientDataJSON":"e30",'),
    "the JSON has a key twice",
  ],
  "16,000 arrays": [() => "[".repeat(16_000), "not JSON"],
  "8,000 arrays, closed": [() => "[".repeat(8_000) + "]".repeat(8_000), "the JSON is not an object"],
  "a megabyte": [() => " ".repeat(1_000_000), "the credential is too long"],
};

test.each(Object.entries(texts))("refuses: %s", async (_, [change, doubt]) => {
  expect(doubtOf(() => accepts(change(create((json) => json))))).toBe(doubt);
  expect(await doubtOfSignIn(registration, change(signIn()))).toBe(doubt);
});

test("padding at the end of any part is forgiven, because password managers exist that write it", async () => {
  const pad = (value: unknown) =>
    typeof value === "string" ? value.padEnd(Math.ceil(value.length / 4) * 4, "=") : value;
  const credential = (json: CredentialJson): CredentialJson => ({
    ...json,
    id: String(pad(json.id)),
    response: Object.fromEntries(Object.entries(json.response).map(([name, value]) => [name, pad(value)])),
  });
  expect(doubtOf(() => accepts(create(credential)))).toBeUndefined();
  expect(await doubtOfSignIn(registration, signIn({ credential }))).toBeUndefined();
});
