import { expect, test } from "vitest";
import { createAuthenticator } from "../../testing/authenticator.ts";
import { readCredentialJson } from "./credential-json.ts";

const device = createAuthenticator();
const credentialOf = (challenge: string) =>
  device.get(JSON.stringify({ challenge, rpId: "example.com" }), { origin: "https://example.com" });

test("a credential that is read again at once is the same, and another text is read anew", () => {
  device.create(
    JSON.stringify({
      challenge: "AAAA",
      rp: { id: "example.com" },
      user: { id: "AAAA" },
      pubKeyCredParams: [{ type: "public-key", alg: -7 }],
    }),
    { origin: "https://example.com" },
  );
  const [one, other] = [credentialOf("AAAA"), credentialOf("BBBB")];
  const first = readCredentialJson(one);
  expect(readCredentialJson(one)).toBe(first);
  expect(readCredentialJson(other).response).not.toEqual(first.response);
  expect(() => readCredentialJson(`${one.slice(0, -1)},"id":"AAAA"}`)).toThrow("twice");
  expect(readCredentialJson(one)).toEqual(first);
});
