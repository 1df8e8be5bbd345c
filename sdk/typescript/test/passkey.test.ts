import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type CreationOptionsLike, nativePasskeys, type PasskeyPlatform, passkeys } from "../src/passkey.ts";
import { createTestAuth, type TestAuth } from "../src/testing.ts";
import { type TestPasskeyDevice, testPasskeys } from "../src/testing-passkey.ts";

let auth: TestAuth;
let device: TestPasskeyDevice;
beforeEach(async () => {
  auth = await createTestAuth({ as: "signedOut" });
  device = testPasskeys(auth);
});
afterEach(() => void vi.useRealTimers());

const called = (method: string) => auth.calls.filter((name) => name === method).length;
const failing = (error: unknown): PasskeyPlatform => {
  const fail = () => Promise.reject(error);
  return { isAvailable: () => true, create: fail, get: fail };
};

/** What the native modules and the browsers really throw. */
const TURNED_BACK = [
  Object.assign(new Error("The operation either timed out or was not allowed."), { name: "NotAllowedError" }),
  Object.assign(new Error("signal is aborted without reason"), { name: "AbortError", code: 20 }),
  { error: "UserCancelled", message: "The user cancelled the request." },
  Object.assign(new Error("User cancelled the passkey interaction"), { code: "ERR_USER_CANCELLED" }),
  Object.assign(new Error("UserCancelled"), { code: "Passkey Get" }),
  new Error(
    "The operation couldn’t be completed. (com.apple.AuthenticationServices.AuthorizationError error 1001.)",
  ),
];

test.each(TURNED_BACK)("a user who turns back is CANCELLED: %o", async (error) => {
  const keys = passkeys(auth.client, failing(error));
  const turnedBack = { reason: "CANCELLED", retryable: false, cause: error };
  await expect(keys.signInWithPasskey()).rejects.toMatchObject(turnedBack);
  await expect(keys.signUpWithPasskey()).rejects.toMatchObject(turnedBack);
  expect(called("SignInWithPasskey") + called("SignUpWithPasskey")).toBe(0);
});

const REFUSED: readonly [unknown, string][] = [
  [
    Object.assign(new Error("The relying party ID is not a registrable domain suffix"), {
      name: "SecurityError",
    }),
    "SecurityError",
  ],
  [{ error: "RequestFailed", message: "error 1004" }, "RequestFailed"],
  [{ error: "NoCredentials", message: "No viable credential is available for the user." }, "NoCredentials"],
  [Object.assign(new Error("not associated"), { code: "ERR_NOT_CONFIGURED" }), "ERR_NOT_CONFIGURED"],
  [undefined, ""],
];

test.each(REFUSED)("a device that refuses is PASSKEY_FAILED, with its own word: %o", async (error, word) => {
  const keys = passkeys(auth.client, failing(error));
  const refused = { reason: "PASSKEY_FAILED", retryable: false, cause: error, metadata: { error: word } };
  await expect(keys.signInWithPasskey()).rejects.toMatchObject(refused);
});

test.each([
  Object.assign(new Error("excluded"), { name: "InvalidStateError" }),
  { error: "CredentialAlreadyExists", message: "A passkey for this account already exists on this device." },
  new Error("DomError: InvalidStateError - One of the excluded credentials exists on the local device"),
  new Error(
    "The operation couldn’t be completed. (com.apple.AuthenticationServices.AuthorizationError error 1006.)",
  ),
])("a device that has a passkey of the account says PASSKEY_ALREADY_EXISTS: %o", async (error) => {
  await expect(passkeys(auth.client, failing(error)).signUpWithPasskey()).rejects.toMatchObject({
    reason: "PASSKEY_ALREADY_EXISTS",
    cause: error,
  });
});

test("a device without passkeys, and one without autofill, are not asked, and neither is the server", async () => {
  const { client } = await createTestAuth({ as: "signedOut" });
  expect(passkeys(client).isPasskeyAvailable()).toBe(false); // there is no browser here
  expect(await passkeys(client).isConditionalAvailable()).toBe(false);
  const unsupported = { reason: "PASSKEY_FAILED", metadata: { error: "NotSupportedError" } };
  await expect(passkeys(client).signInWithPasskey()).rejects.toMatchObject(unsupported);
  const { isConditionalAvailable: _, ...phone } = device;
  const keys = passkeys(auth.client, phone);
  await expect(keys.signInWithPasskey({ conditional: true })).rejects.toMatchObject(unsupported);
  expect(auth.calls).toEqual([]);
});

test("a form whose autofill offers passkeys waits, and another sign-in ends that", async () => {
  const keys = passkeys(auth.client, device);
  await keys.signUpWithPasskey();
  await auth.client.signOut();
  const waiting = keys.signInWithPasskey({ conditional: true });
  const ended = expect(waiting).rejects.toMatchObject({ reason: "CANCELLED" });
  await expect.poll(() => called("StartPasskeySignIn")).toBe(1);
  await keys.signInWithPasskey();
  await ended;
  await auth.client.signOut();
  const chosen = keys.signInWithPasskey({ conditional: true });
  await expect.poll(() => called("StartPasskeySignIn")).toBe(3);
  await expect.poll(() => device.choose()).toBeUndefined();
  await chosen;
  expect(auth.client.user).not.toBeNull();
});

test("a form that is open for an hour has options that are good, also after a renewal that failed", async () => {
  const keys = passkeys(auth.client, device);
  await keys.signUpWithPasskey();
  await auth.client.signOut();
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const waiting = keys.signInWithPasskey({ conditional: true });
  await vi.waitFor(() => expect(called("StartPasskeySignIn")).toBe(1));
  for (let minutes = 0; minutes < 60; minutes += 4) {
    if (minutes === 20) auth.failNext("StartPasskeySignIn", "OVERLOADED");
    const before = called("StartPasskeySignIn");
    auth.passTime(240_000);
    await vi.advanceTimersByTimeAsync(240_000);
    expect(called("StartPasskeySignIn")).toBe(before + 1);
  }
  device.choose();
  await waiting;
  expect(auth.client.user).not.toBeNull();
  const calls = auth.calls.length;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(auth.calls).toHaveLength(calls);
});

test("a signal ends the wait of a form, also when it came before", async () => {
  const keys = passkeys(auth.client, device);
  const stop = new AbortController();
  const waiting = keys.signInWithPasskey({ conditional: true, signal: stop.signal });
  await expect.poll(() => called("StartPasskeySignIn")).toBe(1);
  stop.abort();
  await expect(waiting).rejects.toMatchObject({ reason: "CANCELLED" });
  await expect(keys.signInWithPasskey({ signal: stop.signal })).rejects.toMatchObject({
    reason: "CANCELLED",
  });
});

test("a form that is gone while its options are renewed offers nothing any more", async () => {
  const keys = passkeys(auth.client, device);
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const stop = new AbortController();
  const waiting = keys.signInWithPasskey({ conditional: true, signal: stop.signal });
  await vi.waitFor(() => expect(called("StartPasskeySignIn")).toBe(1));
  const { promise, resolve } = Promise.withResolvers<object>();
  auth.answer("StartPasskeySignIn", () => promise);
  await vi.advanceTimersByTimeAsync(240_000);
  stop.abort();
  await expect(waiting).rejects.toMatchObject({ reason: "CANCELLED" });
  resolve({ optionsJson: "{}" });
  await vi.advanceTimersByTimeAsync(1000);
  expect(() => device.choose()).toThrow("no form offers a passkey");
});

test("the list that a screen shows follows what the user does, and whose it is", async () => {
  const keys = passkeys(auth.client, device);
  let changes = 0;
  const stop = keys.onPasskeysChange(() => void changes++);
  await keys.signUpWithPasskey({ passkeyName: "Phone" });
  const names = () => keys.knownPasskeys()?.map(({ name }) => name);
  await expect.poll(names).toEqual(["Phone"]);
  await keys.renamePasskey(keys.knownPasskeys()?.[0]?.id ?? "", "Old phone");
  await expect.poll(names).toEqual(["Old phone"]);
  await auth.client.signOut();
  await expect.poll(names).toBeUndefined();
  await auth.client.signInAnonymously();
  await expect.poll(names).toEqual([]);
  device.deleteAll();
  await keys.linkPasskey({ passkeyName: "Guest's" });
  await expect.poll(names).toEqual(["Guest's"]);
  const seen = changes;
  stop();
  const calls = called("ListMyPasskeys");
  await keys.renamePasskey(keys.knownPasskeys()?.[0]?.id ?? "", "Mine");
  expect([changes, called("ListMyPasskeys")]).toEqual([seen, calls]);
});

test("a list that could not be fetched is fetched when the state of the client changes", async () => {
  const signedIn = await createTestAuth({ as: "signedIn" });
  const keys = passkeys(signedIn.client, testPasskeys(signedIn));
  signedIn.failNext("ListMyPasskeys", "OVERLOADED");
  signedIn.failNext("ListMyPasskeys", "OVERLOADED");
  keys.onPasskeysChange(() => {});
  await expect
    .poll(() => signedIn.calls.filter((name) => name === "ListMyPasskeys").length)
    .toBeGreaterThan(1);
  expect(keys.knownPasskeys()).toBeUndefined();
  await signedIn.client.updateMe({ displayName: "Countess" });
  await expect.poll(() => keys.knownPasskeys()).toEqual([]);
});

test("a native module gets objects, and its answer has what some leave out", async () => {
  const asked: object[] = [];
  const answers = async (options: object) => {
    asked.push(options);
    return { id: "abc", response: { clientDataJSON: "e30", getPublicKey: () => "x" } };
  };
  const module = { isSupported: () => true, create: answers, get: answers };
  const platform = nativePasskeys(module);
  const options = { challenge: "c", rp: { id: "example.com" } } as Partial<CreationOptionsLike>;
  const made = JSON.parse(await platform.create(JSON.stringify(options), {}));
  expect(made).toEqual({ id: "abc", rawId: "abc", type: "public-key", response: { clientDataJSON: "e30" } });
  await platform.get(JSON.stringify({ rpId: "example.com" }), {});
  expect(asked).toEqual([options, { rpId: "example.com" }]);
  expect(platform.isAvailable()).toBe(true);
  expect(platform.isConditionalAvailable).toBeUndefined();
});

test("in the test kit, too, the device fails as it is told, and has what it made", async () => {
  const keys = passkeys(auth.client, device);
  device.failNext();
  await expect(keys.signUpWithPasskey()).rejects.toMatchObject({ reason: "CANCELLED" });
  device.failNext("SecurityError");
  await expect(keys.signUpWithPasskey()).rejects.toMatchObject({ reason: "PASSKEY_FAILED" });
  expect(() => device.choose()).toThrow("no form offers a passkey");
  await keys.signUpWithPasskey();
  expect(device.count()).toBe(1);
  device.deleteAll();
  await expect(keys.signInWithPasskey()).rejects.toMatchObject({ reason: "CANCELLED" });
  expect((await auth.client.getProjectConfig()).providers.passkey?.enabled).toBe(true);
});
