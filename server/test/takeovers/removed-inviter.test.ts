import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { AdminAccountService } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../src/testing/engines.ts";
import { times } from "../../src/testing/full.ts";
import { during } from "../../src/testing/gate.ts";
import { GatedPasswords } from "../../src/testing/gated-passwords.ts";
import { reasonOf } from "../../src/testing/reason-of.ts";
import { TestApp } from "../../src/testing/test-app.ts";
import { verdict } from "./takeover-bench.ts";

const ROOT = "root@example.com";
const MALLORY = "mallory@example.com";
const EVE = "eve@example.com";
const PASSWORD = "a brand new passphrase";

/** Finding 8 of the security review. */
describe.each(engines)("the invitation of a removed administrator on $kind", (engine) => {
  let t: TestApp;
  let passwords: GatedPasswords;
  let root: string;
  let mallory: { token: string; adminId: string };
  beforeEach(async () => {
    passwords = new GatedPasswords();
    t = await TestApp.open(engine, { rateLimits: "off", passwords: passwords.wrap });
    root = (await t.addAdmin(ROOT)).token;
    mallory = await t.addAdmin(MALLORY);
  });
  afterEach(() => t.close());

  const accounts = (token: string) => t.client(AdminAccountService, { authorization: `Bearer ${token}` });
  const accept = (token: string) => t.client(AdminAccountService).acceptInvite({ token, password: PASSWORD });
  const remove = () => accounts(root).removeAdmin({ adminId: mallory.adminId });

  /** The tokens of all invitations that were mailed. */
  async function mailed(): Promise<string[]> {
    await t.deliverMail();
    return t.mails.flatMap(({ token }) => token || []);
  }

  async function expectNobody(): Promise<void> {
    for (const token of await mailed()) expect(await reasonOf(accept(token))).toBe("EMAIL_TOKEN_INVALID");
    const { admins, invites } = await accounts(root).listAdmins({});
    expect(admins.map(({ email }) => email)).toEqual([ROOT]);
    expect(invites).toEqual([]);
  }

  test("creates nobody when the link was mailed before the removal", async () => {
    await accounts(mallory.token).inviteAdmin({ email: EVE });
    expect(await mailed()).toHaveLength(1);
    await remove();
    await expectNobody();
  });

  test("creates nobody, and is not mailed, when it was still queued", async () => {
    await accounts(mallory.token).inviteAdmin({ email: EVE });
    await remove();
    expect(await mailed()).toEqual([]);
    await expectNobody();
  });

  test("creates nobody when AcceptInvite is in flight at the removal", async () => {
    await accounts(mallory.token).inviteAdmin({ email: EVE });
    const [token = ""] = await mailed();
    const outcome = await during(passwords.holdNext("hash"), () => accept(token), remove);
    expect(await verdict(outcome)).toBe("EMAIL_TOKEN_INVALID");
    await expectNobody();
  });

  test("creates nobody when InviteAdmin is in flight at the removal", async () => {
    const [call, invited] = beginInvite(mallory.token);
    // The guard has let the call in once the token is noted as used; the handler waits for the body.
    await expect.poll(lastUse).not.toBeNull();
    await remove();
    call.end(JSON.stringify({ email: EVE }));
    const answer = await text(await invited);
    expect(answer).toContain("ADMIN_UNAUTHENTICATED");
    await expectNobody();
  });

  test("creates nobody when InviteAdmin and the removal run at once", async () => {
    for (let round = 0; round < times(5, 50); round++) {
      mallory = await t.addAdmin(`mallory${round}@example.com`);
      await Promise.allSettled([
        accounts(mallory.token).inviteAdmin({ email: `eve${round}@example.com` }),
        remove(),
      ]);
    }
    mallory = { ...mallory, adminId: (await admin(MALLORY))?.id ?? "" };
    await remove();
    await expectNobody();
  });

  test("stays when somebody else invited the same address since", async () => {
    await accounts(mallory.token).inviteAdmin({ email: EVE });
    await accounts(root).inviteAdmin({ email: EVE });
    await remove();
    const token = (await mailed()).at(-1) ?? "";
    expect((await accept(token)).admin).toMatchObject({ email: EVE });
  });

  test("leaves the invitations of others alone, and whoever joined already", async () => {
    await accounts(mallory.token).inviteAdmin({ email: "joined@example.com" });
    await accept((await mailed()).at(-1) ?? "");
    await accounts(root).inviteAdmin({ email: EVE });
    await remove();
    await accept((await mailed()).at(-1) ?? "");
    const { admins } = await accounts(root).listAdmins({});
    expect(admins.map(({ email }) => email)).toEqual([EVE, "joined@example.com", ROOT]);
  });

  const admin = async (email: string) =>
    (await accounts(root).listAdmins({})).admins.find((admin) => admin.email === email);

  const lastUse = async () =>
    (
      await t.app.db
        .selectFrom("personalAccessTokens")
        .select("lastUsedAt")
        .where("adminId", "=", mallory.adminId)
        .executeTakeFirst()
    )?.lastUsedAt;

  /** A call whose body is still to come. */
  function beginInvite(token: string): [ClientRequest, Promise<IncomingMessage>] {
    const url = `${t.url}/svc.admin.v1.AdminAccountService/InviteAdmin`;
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    const call = request(url, { method: "POST", headers });
    call.flushHeaders();
    return [call, once(call, "response").then(([response]) => response as IncomingMessage)];
  }
});
