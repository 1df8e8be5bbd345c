import { generateKeyPairSync } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../testing/engines.ts";
import { enqueueEveryMail, projectMailKinds } from "../../testing/enqueue-every-mail.ts";
import { notRun } from "../../testing/not-run.ts";
import { TestRelay } from "../../testing/smtp.ts";
import { TestApp } from "../../testing/test-app.ts";
import { dkimProblem, dkimpyAccepts, dkimTags, hasDkimpy } from "../../testing/verify-dkim.ts";
import { systemActor } from "../analytics/record-event.ts";
import { sendTestEmail } from "../instance/send-test-email.ts";
import type { Project } from "../projects/project.ts";
import { updateProject } from "../projects/update-project.ts";
import { removeDkimKey, setDkimKey } from "./dkim-keys.ts";
import { recordOf } from "./dkim-record.ts";
import { enqueueMail } from "./enqueue-mail.ts";

const newKey = (modulusLength = 2048): string =>
  generateKeyPairSync("rsa", { modulusLength })
    .privateKey.export({ type: "pkcs8", format: "pem" })
    .toString();
const [ACME_KEY, FERN_KEY] = [newKey(), newKey(4096)];

describe.each(engines)("signatures of emails on $kind", (engine) => {
  let relay: TestRelay;
  let t: TestApp;
  let acme: Project;
  let fern: Project;
  beforeEach(async () => {
    relay = await TestRelay.start();
    const smtp = {
      ...relay.settings,
      allowedSenders: ["@acme.example", "@fern.example", "@mail.acme.example"],
    };
    t = await TestApp.open(engine, { smtp });
    acme = await withSender("Acme Grüße", "no-reply@acme.example");
    fern = await withSender("Fern", "konto@fern.example");
  });
  afterEach(async () => {
    await t.close();
    await relay.down();
  });

  const withSender = async (name: string, address: string): Promise<Project> => {
    const { project } = await t.addProject(name);
    return updateProject(t.app, systemActor, project.id, { settings: { sender: { address } } });
  };
  /** Stores a key and publishes its record. */
  const sign = async (domain: string, privateKey: string): Promise<Record<string, string>> => {
    const { name, text } = recordOf(
      await setDkimKey(t.app, systemActor, { domain, selector: "s1", privateKey }),
    );
    return { [name]: text };
  };
  const sendOne = async (project: Project): Promise<Buffer> => {
    await enqueueMail(t.app, project.id, { kind: "password_changed", recipient: "ada@users.example" });
    await t.deliverMail();
    return relay.mails.at(-1)?.raw ?? expect.fail("no email");
  };

  test("every kind of email of two projects is signed with the key of its sender's domain", async () => {
    const records = { ...(await sign("acme.example", ACME_KEY)), ...(await sign("fern.example", FERN_KEY)) };
    for (const [project, domain] of [
      [acme, "acme.example"],
      [fern, "fern.example"],
    ] as const) {
      relay.mails.length = 0;
      await enqueueEveryMail(t, project);
      await t.deliverMail();
      expect(relay.mails).toHaveLength(projectMailKinds.length);
      for (const { raw, from } of relay.mails) {
        expect(dkimProblem(raw, records)).toBeUndefined();
        const tags = dkimTags(raw);
        expect(tags.get("d")).toBe(domain); // aligned with From and with the envelope
        expect(from.endsWith(`@${domain}`)).toBe(true);
        expect(tags.get("h")?.split(":")).toEqual(
          expect.arrayContaining(["from", "to", "subject", "date", "message-id", "auto-submitted"]),
        );
      }
    }
  });

  test("a verifier that shares no code with the signer accepts it, and nothing that was changed", async (context) => {
    if (!hasDkimpy()) notRun(context, "needs Python with dkimpy (pip install dkimpy==1.1.8)");
    const records = { ...(await sign("acme.example", ACME_KEY)), ...(await sign("fern.example", FERN_KEY)) };
    for (const project of [acme, fern]) {
      const raw = await sendOne(project);
      expect(dkimpyAccepts(raw, records)).toBe(true);
      const text = raw.toString("latin1");
      const changed = [
        text.replace(/^Subject: ./m, "Subject: X"),
        text.replace(/^From: /m, "From: Evil "),
        text.replace(/<h1 /, "<h2 "),
      ];
      for (const hostile of changed) {
        expect(hostile).not.toBe(text);
        expect(dkimpyAccepts(Buffer.from(hostile, "latin1"), records)).toBe(false);
        expect(dkimProblem(Buffer.from(hostile, "latin1"), records)).toBeDefined();
      }
      const wrong = Object.fromEntries(Object.keys(records).map((name) => [name, otherRecord]));
      expect(dkimpyAccepts(raw, wrong)).toBe(false);
    }
  });
  const otherRecord = `v=DKIM1; k=rsa; p=${generateKeyPairSync("rsa", { modulusLength: 2048 })
    .publicKey.export({ type: "spki", format: "der" })
    .toString("base64")}`;

  test("an email from a domain without a key is not signed: nobody signs for another domain", async () => {
    await sign("acme.example", ACME_KEY);
    expect(dkimTags(await sendOne(fern)).size).toBe(0);
    const below = await withSender("Below", "no-reply@mail.acme.example");
    expect(dkimTags(await sendOne(below)).size).toBe(0);
  });

  test("emails of the server and test emails are signed with the key of the relay's own domain", async () => {
    const records = await sign("example.com", ACME_KEY);
    await sendTestEmail(t.app, systemActor, "root@users.example");
    await enqueueMail(t.app, null, {
      kind: "admin_factors_changed",
      recipient: "root@users.example",
      detail: "totp_added",
    });
    await t.deliverMail();
    expect(relay.mails.map(({ raw }) => dkimProblem(raw, records))).toEqual([undefined, undefined]);
  });

  test("a new key signs the next email, and after its removal there is no signature", async () => {
    await sign("acme.example", ACME_KEY);
    const records = await sign("acme.example", FERN_KEY);
    expect(dkimProblem(await sendOne(acme), records)).toBeUndefined();
    await removeDkimKey(t.app, systemActor, "acme.example");
    expect(dkimProblem(await sendOne(acme), records)).toBe("no signature");
  });
});
