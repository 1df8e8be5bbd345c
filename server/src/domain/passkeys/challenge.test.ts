import { expect, test } from "vitest";
import { createSecretBox } from "../../crypto/secret-box.ts";
import { newUuidV7 } from "../../crypto/uuid-v7.ts";
import { CHALLENGE_LIFETIME_MS, newChallenge, readChallenge } from "./challenge.ts";

const at = { now: 1_900_000_000_000 };
const app = { clock: () => at.now, secretBox: createSecretBox(new Uint8Array(32).fill(3)) };
const ADA = newUuidV7(1);

test("a challenge says whom it is for and until when, in its project, purpose and context", () => {
  const challenge = newChallenge(app, "p", "sign_up", ADA, "ada@example.com");
  const expiresAt = at.now + CHALLENGE_LIFETIME_MS;
  const read = (purpose: "sign_in" | "sign_up" | "link", project: string, context: string) =>
    readChallenge(app, project, purpose, challenge, context);
  expect(read("sign_up", "p", "ada@example.com")).toEqual({ userId: ADA, expiresAt });
  expect(read("link", "p", "ada@example.com")).toBeUndefined();
  expect(read("sign_in", "p", "ada@example.com")).toBeUndefined();
  expect(read("sign_up", "another", "ada@example.com")).toBeUndefined();
  expect(read("sign_up", "p", "eve@example.com")).toBeUndefined();
});

test("a challenge for a sign-in names nobody, and no two are equal", () => {
  const [one, other] = [newChallenge(app, "p", "sign_in", "", ""), newChallenge(app, "p", "sign_in", "", "")];
  expect(readChallenge(app, "p", "sign_in", one, "")?.userId).toBe("");
  expect(one.equals(other)).toBe(false);
});

test("a challenge is good for five minutes and not a moment longer", () => {
  const challenge = newChallenge(app, "p", "sign_in", "", "");
  at.now += 299_999;
  expect(readChallenge(app, "p", "sign_in", challenge, "")).toBeDefined();
  at.now += 1;
  expect(readChallenge(app, "p", "sign_in", challenge, "")).toBeUndefined();
});

test("no byte of a challenge can be changed, left out or added", () => {
  const challenge = newChallenge(app, "p", "link", ADA, "");
  const isAccepted = (changed: Buffer) => readChallenge(app, "p", "link", changed, "") !== undefined;
  const changed = [...challenge.keys()].map((index) => {
    const copy = Buffer.from(challenge);
    copy[index] = (copy[index] ?? 0) ^ 1;
    return copy;
  });
  const cut = [challenge.subarray(1), challenge.subarray(0, -1), Buffer.concat([challenge, Buffer.alloc(1)])];
  expect([...changed, ...cut, Buffer.alloc(0)].filter(isAccepted)).toEqual([]);
  expect(isAccepted(challenge)).toBe(true);
});
