import { AdminAccountService } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import { SessionService } from "@svc/proto/svc/admin/v1/session_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { adminFactors } from "../../testing/admin-factors.ts";
import { CONSOLE_URL } from "../../testing/admin-passkeys.ts";
import { engines } from "../../testing/engines.ts";
import { during } from "../../testing/gate.ts";
import { GatedPasswords } from "../../testing/gated-passwords.ts";
import { reasonOf } from "../../testing/reason-of.ts";
import { ADMIN_PASSWORD, TestApp } from "../../testing/test-app.ts";

describe.each(engines)("An administrator's session that ends meanwhile on $kind", (engine) => {
  let t: TestApp;
  let passwords: GatedPasswords;
  beforeEach(async () => {
    passwords = new GatedPasswords();
    t = await TestApp.open(engine, { baseUrl: CONSOLE_URL, rateLimits: "off", passwords: passwords.wrap });
    await t.addAdmin();
  });
  afterEach(() => t.close());

  test("is not replaced by a new one with the password: the owner has enrolled a factor", async () => {
    const owner = await t.login();
    const stolen = await t.login();
    let cookie = "";
    const onHeader = (headers: Headers) => {
      cookie = headers.getSetCookie()[0]?.split(";")[0] ?? "";
    };
    const changed = await during(
      passwords.holdNext("hash"),
      () =>
        t
          .client(AdminAccountService, { cookie: stolen })
          .changePassword(
            { currentPassword: ADMIN_PASSWORD, newPassword: "the password of mallory" },
            { onHeader },
          ),
      () => adminFactors(t).enroll(owner),
    );
    expect(changed.status).toBe("rejected");
    expect(cookie).toBe("");
    const current = t.client(SessionService, { cookie: stolen }).getCurrentAdmin({});
    expect(await reasonOf(current)).toBe("ADMIN_UNAUTHENTICATED");
    await t.client(SessionService, { cookie: owner }).getCurrentAdmin({});
  });
});
