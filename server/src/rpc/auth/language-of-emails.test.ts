import { createHash, randomBytes } from "node:crypto";
import { UserService as AdminUserService } from "@svc/proto/svc/admin/v1/users_pb";
import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { MfaService } from "@svc/proto/svc/auth/v1/mfa_pb";
import { UserService } from "@svc/proto/svc/server/v1/users_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { languageOfMail } from "../../domain/mail/mail-language.ts";
import type { Project } from "../../domain/projects/project.ts";
import type { ProjectSettings } from "../../domain/projects/settings.ts";
import { engines } from "../../testing/engines.ts";
import { failureOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const PASSWORD = "correct horse battery";
const ADA = "ada@example.com";
const NOBODY = "nobody@example.com";

type Asked = { locale?: string; header?: string };

describe.each(engines)("The language of an email on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let secretKey: string;
  beforeEach(async () => {
    t = await TestApp.open(engine);
  });
  afterEach(() => t.close());

  const begin = async (settings: Partial<ProjectSettings> = {}) => {
    const all = { allowEmailCodes: true, requireEmailVerification: true, ...settings };
    ({ project, secretKey } = await t.addProject("Demo", all));
  };
  const headers = (header?: string, accessToken?: string): Record<string, string> => ({
    "x-svc-key": project.publishableKey,
    ...(header === undefined ? {} : { "accept-language": header }),
    ...(accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }),
  });
  const auth = (header?: string, accessToken?: string) => t.client(AuthService, headers(header, accessToken));
  const backend = () => t.client(UserService, { "x-svc-key": secretKey });
  const addAda = (locale: string, more: object = {}) =>
    backend().createUser({ email: ADA, password: PASSWORD, locale, emailVerified: true, ...more });

  /** The emails that were queued, with the language that each is sent in. */
  const queued = async () => {
    const rows = await t.app.db.selectFrom("outbox").selectAll().orderBy("id").execute();
    const users = await t.app.db.selectFrom("users").selectAll().execute();
    return rows.map((mail) => {
      const user = users.find(({ id, email }) => id === mail.userId || email === mail.recipient);
      const sent = languageOfMail(project, { ...mail, kind: mail.kind as never }, user);
      return { kind: mail.kind, queued: mail.language, sent };
    });
  };
  const last = async () => (await queued()).at(-1);

  const codeChallenge = () => createHash("sha256").update(randomBytes(32)).digest("base64url");

  /** What somebody can ask for who is not signed in. */
  const requests: Record<string, (email: string, asked: Asked) => Promise<unknown>> = {
    RequestEmailCode: (email, { header, ...field }) =>
      auth(header).requestEmailCode({ email, codeChallenge: codeChallenge(), ...field }),
    RequestPasswordReset: (email, { header, ...field }) =>
      auth(header).requestPasswordReset({ email, ...field }),
    RequestEmailVerification: (email, { header, ...field }) =>
      auth(header).requestEmailVerification({ email, ...field }),
    RequestAccountDeletion: (email, { header, ...field }) =>
      auth(header).requestAccountDeletion({ email, ...field }),
    SignUp: (email, { header, ...field }) => auth(header).signUp({ email, password: PASSWORD, ...field }),
  };

  test.each(Object.keys(requests))(
    "%s: the request comes before the language of the account",
    async (name) => {
      await begin();
      await addAda("it-CH", { emailVerified: false });
      const sent = async (asked: Asked, email = ADA) => {
        t.advance(3_600_000);
        await requests[name]?.(email, asked);
        return (await last())?.sent;
      };
      expect(await sent({ locale: "ja", header: "fr" })).toBe("ja");
      expect(await sent({ header: "eo, fr-CA;q=0.8" })).toBe("fr");
      // The email code goes to strangers, too; the others go to the account only.
      const own = name === "RequestEmailCode" ? "en" : "it";
      expect(await sent({})).toBe(own);
      expect(await sent({ header: "*;;!" })).toBe(own);
      const refused = await failureOf(requests[name]?.(ADA, { locale: "d" }) ?? Promise.resolve());
      expect(refused).toMatchObject({ reason: "INVALID_REQUEST", metadata: { field: "locale" } });
    },
  );

  /** The answer as it is on the wire, without what is new in every answer. */
  const bytes = async (path: string, body: object, header?: string) => {
    const answer = await fetch(`${t.url}/svc.auth.v1.AuthService/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers(header) },
      body: JSON.stringify(body),
    });
    const fields = [...answer.headers].filter(([name]) => !["date", "x-request-id"].includes(name));
    const text = (await answer.text()).replace(/"flowId":"[\w-]{43}"/, '"flowId":"…"');
    return { status: answer.status, fields, text };
  };

  test.each(["de", undefined])(
    "known and unknown address, stored language it, asked for %s: the same bytes",
    async (asked) => {
      await begin();
      await addAda("it");
      const challenge = codeChallenge();
      const bodies: Record<string, (email: string) => object> = {
        RequestEmailCode: (email) => ({ email, codeChallenge: challenge }),
        RequestPasswordReset: (email) => ({ email }),
        RequestEmailVerification: (email) => ({ email }),
        RequestAccountDeletion: (email) => ({ email }),
        SignUp: (email) => ({ email, password: PASSWORD }),
      };
      for (const [path, body] of Object.entries(bodies)) {
        const field = asked === undefined ? {} : { locale: asked };
        for (const how of [
          { field, header: undefined },
          { field: {}, header: asked },
        ]) {
          const known = await bytes(path, { ...body(ADA), ...how.field }, how.header);
          const unknown = await bytes(path, { ...body(NOBODY), ...how.field }, how.header);
          expect(unknown).toEqual(known);
          expect(known.status).toBe(200);
        }
      }
    },
  );

  test.each<Asked>([{ locale: "de" }, { header: "fr-FR" }, {}])(
    "the code for a stranger is the same email as that for an account, asked with %j",
    async (asked) => {
      await begin();
      await addAda("it");
      for (const email of [ADA, NOBODY]) await requests.RequestEmailCode?.(email, asked);
      const [known, unknown] = await queued();
      expect(unknown).toEqual(known);
      await t.deliverMail();
      const [first, second] = t.mails.map(({ to, link = "", subject, text, html }) => {
        const { searchParams } = new URL(link);
        const code = searchParams.get("code") ?? "";
        const own = [searchParams.get("flow") ?? "", code, `${code.slice(0, 4)} ${code.slice(4)}`, to];
        return own.reduce((mail, part) => mail.replaceAll(part, "…"), [subject, text, html].join("\n"));
      });
      expect(second).toBe(first);
    },
  );

  test("a notice is in the user's own language, not in that of the request", async () => {
    await begin({ newDeviceNotices: true, deletionGraceDays: 7 });
    await addAda("it");
    await auth("ja").signIn({ email: ADA, password: PASSWORD });
    const elsewhere = t.authWith({ ...headers("ja"), "user-agent": "Another/1.0" });
    const { accessToken } = await elsewhere.signIn({ email: ADA, password: PASSWORD });
    const me = auth("ja", accessToken);
    await me.changePassword({ currentPassword: PASSWORD, newPassword: `${PASSWORD}!` });
    await me.deleteAccount({ currentPassword: `${PASSWORD}!` });
    const inItalian = (kind: string) => ({ kind, queued: null, sent: "it" });
    const kinds = ["new_device", "password_changed", "deletion_scheduled"];
    expect(await queued()).toEqual(expect.arrayContaining(kinds.map(inItalian)));
    for (const mail of await queued()) expect(mail).toEqual(inItalian(mail.kind));
  });

  test("what an administrator sends is in the user's own language", async () => {
    await begin();
    const { user } = await addAda("pt", { password: "", invite: true, emailVerified: false });
    const { token } = await t.addAdmin();
    const who = { project: project.id, userId: user?.id ?? "" };
    const admin = t.client(AdminUserService, { authorization: `Bearer ${token}`, "accept-language": "ja" });
    await admin.sendPasswordReset(who);
    await admin.sendVerificationEmail(who);
    const kinds = ["invite_user", "reset_password", "verify_email"];
    expect(await queued()).toEqual(kinds.map((kind) => ({ kind, queued: null, sent: "pt-BR" })));
  });

  test("a change of address: the new mailbox is not proven, so the request comes first", async () => {
    await begin();
    await addAda("it");
    const change = async ({ header, ...field }: Asked) => {
      t.advance(3_600_000);
      const input = { newEmail: "new@example.com", currentPassword: PASSWORD, ...field };
      const { accessToken } = await auth().signIn({ email: ADA, password: PASSWORD });
      await auth(header, accessToken).requestEmailChange(input);
      return last();
    };
    expect(await change({ locale: "de", header: "ja" })).toMatchObject({ kind: "change_email", sent: "de" });
    expect(await change({ header: "ja" })).toMatchObject({ sent: "ja" });
    expect(await change({})).toMatchObject({ sent: "it" });
  });

  test("a code for a second factor: the field, the user's own language, Accept-Language", async () => {
    await begin({ mfa: { policy: "optional", claim: "", claimValues: [] } });
    const { user } = await addAda("it");
    const enroll = async ({ header, ...field }: Asked) => {
      const { accessToken } = await auth().signIn({ email: ADA, password: PASSWORD });
      await t.client(MfaService, headers(header, accessToken)).startTotpEnrollment(field);
      t.advance(3_600_000);
      return last();
    };
    expect(await enroll({ locale: "de", header: "ja" })).toMatchObject({ kind: "factor_code", queued: "de" });
    expect(await enroll({ header: "ja" })).toMatchObject({ queued: "it" });
    await backend().updateUser({ userId: user?.id ?? "", locale: "" });
    expect(await enroll({ header: "ja" })).toMatchObject({ queued: "ja" });
    expect(await enroll({})).toMatchObject({ queued: null, sent: "en" });
  });

  test("a project that offers some languages sends no others", async () => {
    await begin({ defaultLanguage: "fr", languages: ["de"] });
    await addAda("ja", { emailVerified: false });
    const sent = async (asked: Asked) => {
      t.advance(3_600_000);
      await requests.RequestEmailVerification?.(ADA, asked);
      return (await last())?.sent;
    };
    expect(await sent({ locale: "de-CH" })).toBe("de");
    expect(await sent({ locale: "it", header: "en" })).toBe("fr");
    expect(await sent({})).toBe("fr");
  });
});
