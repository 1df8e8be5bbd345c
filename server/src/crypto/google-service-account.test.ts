import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { readServiceAccount } from "./google-service-account.ts";

const pemOf = (modulusLength: number): string =>
  generateKeyPairSync("rsa", { modulusLength })
    .privateKey.export({ format: "pem", type: "pkcs8" })
    .toString();

const file = {
  type: "service_account",
  project_id: "demo",
  private_key_id: "0123abc",
  private_key: pemOf(2048),
  client_email: "svc@demo.iam.gserviceaccount.com",
};

describe("The JSON file of a service account", () => {
  test("gives address, key, id of the key and project", () => {
    expect(readServiceAccount(JSON.stringify(file))).toEqual({
      clientEmail: file.client_email,
      privateKey: file.private_key,
      privateKeyId: "0123abc",
      projectId: "demo",
    });
  });

  const elliptic = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  test.each<[string, string]>([
    ["no JSON", "hello"],
    ["a list", "[]"],
    ["null", "null"],
    ["a user's credentials", JSON.stringify({ ...file, type: "authorized_user" })],
    ["no address", JSON.stringify({ ...file, client_email: undefined })],
    ["no id of the key", JSON.stringify({ ...file, private_key_id: "" })],
    ["no key", JSON.stringify({ ...file, private_key: "" })],
    ["a key that is cut short", JSON.stringify({ ...file, private_key: file.private_key.slice(0, 200) })],
    ["a weak key", JSON.stringify({ ...file, private_key: pemOf(1024) })],
    [
      "a key of another kind",
      JSON.stringify({ ...file, private_key: elliptic.export({ format: "pem", type: "pkcs8" }) }),
    ],
    ["far too long", JSON.stringify({ ...file, more: "x".repeat(20_000) })],
  ])("is refused: %s", (_name, text) => {
    expect(readServiceAccount(text)).toBeUndefined();
  });
});
