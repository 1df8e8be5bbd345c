import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../src/testing/engines.ts";
import { reasonOf } from "../../src/testing/reason-of.ts";
import { EVIL, NEW_PASSWORD, TakeoverBench, VICTIM } from "./takeover-bench.ts";

const EVIL_TOO = "evil-too@example.com";

/** A thief moved the account twice, so that an undo link went to the thief's own address. */
describe.each(engines)("an account that a backend has given back on $kind", (engine) => {
  let b: TakeoverBench;
  let userId: string;
  beforeEach(async () => {
    b = await TakeoverBench.open(engine);
    const { user } = await b.signUpVerified(VICTIM);
    userId = user?.id ?? "";
    await b.changeAddress(await b.signIn(VICTIM), EVIL);
    await b.changeAddress(await b.signIn(EVIL), EVIL_TOO);
  });
  afterEach(() => b.close());

  test("cannot be undone by the thief, once it has the owner's address again", async () => {
    const thiefs = (await b.undoLink(EVIL)) ?? "";
    const owners = (await b.undoLink(VICTIM)) ?? "";
    await b.users.updateUser({ userId, email: VICTIM, emailVerified: true, password: NEW_PASSWORD });
    for (const token of [thiefs, owners]) {
      expect(await reasonOf(b.auth.undoEmailChange({ token }))).toBe("EMAIL_TOKEN_INVALID");
    }
    expect(await b.user(userId)).toMatchObject({ email: VICTIM });
  });

  test("can be undone by the owner only, once it has a new address", async () => {
    const thiefs = (await b.undoLink(EVIL)) ?? "";
    const owners = (await b.undoLink(VICTIM)) ?? "";
    await b.users.updateUser({ userId, email: "new@example.com", emailVerified: true });
    expect(await reasonOf(b.auth.undoEmailChange({ token: thiefs }))).toBe("EMAIL_TOKEN_INVALID");
    await b.auth.undoEmailChange({ token: owners });
    expect(await b.user(userId)).toMatchObject({ email: VICTIM });
  });
});
