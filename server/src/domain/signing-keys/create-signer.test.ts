import { beforeEach, describe, expect, test } from "vitest";
import { createSecretBox } from "../../crypto/secret-box.ts";
import { createSigner } from "./create-signer.ts";
import { newSigningKey } from "./new-signing-key.ts";
import type { Signer } from "./signer.ts";

const secretBox = createSecretBox(new Uint8Array(32).fill(7));
const newKey = () => newSigningKey({ clock: () => 0, secretBox }, "project");
const key = newKey();

describe("the signer, after it has accepted a token,", () => {
  let signer: Signer;
  let token: string;
  const decode = (text: string) => signer.decode(text) ?? expect.fail("not a token");
  beforeEach(() => {
    signer = createSigner(secretBox);
    token = signer.sign(key, { sub: "ada", admin: false });
    expect(signer.verify(key, decode(token))).toBe(true);
  });

  test("accepts it again", () => {
    expect(signer.verify(key, decode(token))).toBe(true);
  });

  test("refuses it under another key", () => {
    expect(signer.verify(newKey(), decode(token))).toBe(false);
  });

  test("refuses other claims with its signature, each time they come", () => {
    const [header, , signature] = token.split(".");
    const claims = Buffer.from(JSON.stringify({ sub: "ada", admin: true })).toString("base64url");
    const forged = decode(`${header}.${claims}.${signature}`);
    expect(signer.verify(key, forged)).toBe(false);
    expect(signer.verify(key, forged)).toBe(false);
  });

  test("refuses its claims with another signature", () => {
    const [header, claims] = token.split(".");
    const other = signer.sign(key, { sub: "eve", admin: false }).split(".")[2];
    expect(signer.verify(key, decode(`${header}.${claims}.${other}`))).toBe(false);
  });
});
