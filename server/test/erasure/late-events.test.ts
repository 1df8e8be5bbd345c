import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../src/testing/engines.ts";
import { reasonOf } from "../../src/testing/reason-of.ts";
import { idOf, PASSWORD, TakeoverBench, VICTIM } from "../takeovers/takeover-bench.ts";

describe.each(engines)("A sign-in that is under way while its user is erased on $kind", (engine) => {
  let b: TakeoverBench;
  beforeEach(async () => {
    b = await TakeoverBench.open(engine, {});
  });
  afterEach(() => b.close());

  test.each([PASSWORD, "not the password"])("leaves no address behind: %s", async (password) => {
    const userId = idOf(await b.signUpVerified());
    const { passwords } = b.t.app;
    const verify = passwords.verify.bind(passwords);
    let isFirst = true;
    passwords.verify = async (hash, typed) => {
      const isRight = await verify(hash, typed);
      if (isFirst) {
        isFirst = false;
        await b.users.deleteUser({ userId });
      }
      return isRight;
    };
    expect(await reasonOf(b.auth.signIn({ email: VICTIM, password }))).toBe("INVALID_CREDENTIALS");
    const events = await b.t.app.db.selectFrom("events").selectAll().execute();
    const late = events.filter(({ kind }) => kind === "user.sign_in_failed");
    expect(late).toMatchObject([{ userId: null, ip: null, userAgent: null }]);
  });
});
