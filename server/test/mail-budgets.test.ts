import { afterEach, describe, expect, test } from "vitest";
import { enqueueWithinBudget } from "../src/domain/mail/mail-budget.ts";
import type { Project } from "../src/domain/projects/project.ts";
import { transact } from "../src/storage/transact.ts";
import { type Engine, engines } from "../src/testing/engines.ts";
import { reasonOf } from "../src/testing/reason-of.ts";
import { TestApp } from "../src/testing/test-app.ts";

const MINUTE = 60_000;
const OWNER = "owner@example.com";
const NOBODY = "nobody@example.com";
const PASSWORD = "correct horse battery";
const NEW_PASSWORD = "an entirely new phrase";
/** With ten an hour, three of them at once: an hour in eight parts. */
const PACE = 7.5 * MINUTE;

let t: TestApp;
let project: Project;
afterEach(() => t.close());

async function open(engine: Engine, requireEmailVerification = false): Promise<void> {
  t = await TestApp.open(engine);
  ({ project } = await t.addProject("Demo", { requireEmailVerification, allowAnonymousSignIn: true }));
}

const auth = (accessToken?: string) => t.auth(project, accessToken);
const signUp = (email = OWNER) => auth().signUp({ email, password: PASSWORD });
const requestReset = (email = OWNER) => auth().requestPasswordReset({ email });

async function repeat(times: number, call: () => Promise<unknown>): Promise<void> {
  for (let i = 0; i < times; i++) await call().catch(() => {});
}

async function queued(kind: string, recipient = OWNER): Promise<number> {
  const mails = t.app.db.selectFrom("outbox").select("id").where("recipient", "=", recipient);
  return (await mails.where("kind", "=", kind).execute()).length;
}

const events = () =>
  t.app.db.selectFrom("events").selectAll().where("kind", "=", "mail.suppressed").execute();

const spentBudgets = async () =>
  (await t.app.db.selectFrom("rateLimits").select("key").where("key", "like", "mail_account%").execute())
    .length;

describe.each(engines)("budgets of emails on $kind", (engine) => {
  test("twelve sign-ups with a taken address send nothing, spend nothing and leave the owner's reset", async () => {
    await open(engine);
    await signUp();
    await repeat(12, signUp);
    expect(await queued("account_exists")).toBe(0);
    expect(await events()).toEqual([]);
    await requestReset();
    expect(await queued("reset_password")).toBe(1);
  });

  test("no other email that a stranger can cause takes anything from the owner's reset", async () => {
    await open(engine);
    await signUp();
    const { tokens } = await signUp("stranger@example.com");
    const stranger = auth(tokens?.accessToken);
    await repeat(12, () => auth().requestAccountDeletion({ email: OWNER }));
    await repeat(12, () => auth().requestEmailVerification({ email: OWNER }));
    await repeat(12, () => stranger.requestEmailChange({ newEmail: OWNER, currentPassword: PASSWORD }));
    for (const kind of ["delete_account", "verify_email", "change_email"]) {
      expect(await queued(kind), kind).toBeGreaterThanOrEqual(3);
    }
    await repeat(3, requestReset);
    expect(await queued("reset_password")).toBe(3);
  });

  test("notices that an account exists take nothing from the owner's reset", async () => {
    await open(engine, true);
    await signUp();
    await repeat(12, signUp);
    expect(await queued("account_exists")).toBe(2);
    await repeat(3, requestReset);
    expect(await queued("reset_password")).toBe(3);
  });

  test("requests for an address without an account leave the verification email of its sign-up", async () => {
    await open(engine, true);
    await repeat(12, () => auth().requestEmailVerification({ email: OWNER }));
    expect(await queued("verify_email")).toBe(3);
    await signUp();
    expect(await queued("verify_email")).toBe(4);
  });

  test("however long a stranger asks for resets, the owner has a link that is 7.5 minutes old at most", async () => {
    await open(engine);
    await signUp();
    for (let minute = 0; minute < 100; minute++) {
      await repeat(2, requestReset);
      await t.deliverMail();
      const resets = t.mails.filter(({ link }) => link?.includes("/reset?"));
      expect(t.app.clock() - (resets.at(-1)?.at ?? 0)).toBeLessThan(PACE);
      const inTheLastHour = resets.filter(({ at }) => at > t.app.clock() - 60 * MINUTE);
      expect(inTheLastHour.length).toBeLessThanOrEqual(10);
      t.advance(MINUTE);
    }
    const newest = t.mails.findLast(({ link }) => link?.includes("/reset?"));
    await auth().confirmPasswordReset({ token: newest?.token ?? "", newPassword: NEW_PASSWORD });
    await auth().signIn({ email: OWNER, password: NEW_PASSWORD });
  });

  test("whoever has used a reset link can request the next one at once", async () => {
    await open(engine);
    await signUp();
    await repeat(5, requestReset);
    await t.deliverMail();
    const { token = "" } = t.mails.findLast(({ link }) => link?.includes("/reset?")) ?? {};
    await auth().confirmPasswordReset({ token, newPassword: NEW_PASSWORD });
    const before = await queued("reset_password");
    await requestReset();
    expect(await queued("reset_password")).toBe(before + 1);
  });

  test("a suppressed email is an event and a metric, and neither has the address", async () => {
    await open(engine);
    const { tokens } = await signUp();
    await repeat(5, requestReset);
    const suppressed = await events();
    expect(suppressed).toHaveLength(2);
    expect(suppressed[0]).toMatchObject({ userId: tokens?.user?.id, actor: "system" });
    expect(JSON.parse(suppressed[0]?.data ?? "")).toEqual({
      purpose: "reset_password",
      kind: "reset_password",
    });
    const metrics = await t.app.metrics.registry.render();
    expect(metrics).toMatch(/^svc_mail_suppressed_total\{purpose="reset_password"\} 2$/m);
    expect(JSON.stringify(suppressed) + metrics).not.toContain(OWNER);
  });

  test("known and unknown addresses are answered, counted and suppressed alike", async () => {
    await open(engine, true);
    await signUp();
    const ask = async (email: string) => {
      const before = (await events()).length;
      await repeat(5, () => auth().requestPasswordReset({ email }));
      await repeat(5, () => auth().requestAccountDeletion({ email }));
      return {
        resets: await queued("reset_password", email),
        deletions: await queued("delete_account", email),
        suppressed: (await events()).length - before,
      };
    };
    expect(await ask(OWNER)).toEqual({ resets: 3, deletions: 3, suppressed: 4 });
    expect(await ask(NOBODY)).toEqual({ resets: 3, deletions: 3, suppressed: 4 });
  });

  test("sign-ups that send nothing but a notice are counted like those that send a link", async () => {
    await open(engine, true);
    await signUp();
    t.advance(60 * MINUTE);
    await repeat(5, signUp);
    expect(await queued("account_exists")).toBe(3);
    await repeat(5, () => signUp(NOBODY));
    expect((await queued("verify_email", NOBODY)) + (await queued("account_exists", NOBODY))).toBe(3);
  });

  test("a LinkPassword that fails spends nothing", async () => {
    await open(engine);
    await signUp();
    const before = await spentBudgets();
    const guest = await auth().signInAnonymously({});
    for (let i = 0; i < 3; i++) {
      const link = auth(guest.accessToken).linkPassword({ email: OWNER, password: PASSWORD });
      expect(await reasonOf(link)).toBe("EMAIL_ALREADY_EXISTS");
    }
    expect(await spentBudgets()).toBe(before);
  });

  test("what is rolled back spends nothing", async () => {
    await open(engine);
    const mail = { kind: "reset_password", recipient: OWNER } as const;
    const attempt = () =>
      transact(t.app, async (app) => {
        await enqueueWithinBudget(app, project.id, "reset_password", mail);
        throw new Error("the power went out");
      });
    await expect(attempt()).rejects.toThrow("power");
    expect(await spentBudgets()).toBe(0);
    await repeat(3, requestReset);
    expect(await queued("reset_password")).toBe(3);
  });

  test("of a crowd that asks at once no more emails are queued than the budget has", async () => {
    await open(engine);
    await Promise.all(Array.from({ length: 40 }, () => requestReset()));
    expect(await queued("reset_password")).toBe(3);
    expect(await events()).toHaveLength(37);
  });

  test("another project's requests for the same address count apart", async () => {
    await open(engine);
    const other = (await t.addProject("Other")).project;
    await repeat(5, requestReset);
    await repeat(5, () => t.auth(other).requestPasswordReset({ email: OWNER }));
    const mails = t.app.db.selectFrom("outbox").select("id").where("projectId", "=", other.id);
    expect(await mails.execute()).toHaveLength(3);
  });
});
