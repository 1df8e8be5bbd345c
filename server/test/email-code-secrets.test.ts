import { AnalyticsService } from "@svc/proto/svc/admin/v1/analytics_pb";
import { InstanceSettingsService, OutgoingMailState } from "@svc/proto/svc/admin/v1/instance_pb";
import type { SMTPServerOptions } from "smtp-server";
import { afterEach, describe, expect, test } from "vitest";
import type { Project } from "../src/domain/projects/project.ts";
import { engines } from "../src/testing/engines.ts";
import { reasonOf } from "../src/testing/reason-of.ts";
import { TestRelay } from "../src/testing/smtp.ts";
import { TestApp } from "../src/testing/test-app.ts";
import { CodeDevice, codeIn } from "./code-device.ts";
import { Visitor } from "./pages-visitor.ts";

const EMAIL = "ada@example.com";

/** A relay that takes the mail or refuses it, and quotes all of it either way. */
const quoting = (code: number, bodies: string[]): SMTPServerOptions => ({
  disabledCommands: ["STARTTLS"],
  onData: (stream, _session, done) => {
    stream.toArray().then((chunks: Buffer[]) => {
      const body = Buffer.concat(chunks).toString("latin1");
      bodies.push(body);
      const quoted = body.slice(body.indexOf("\r\n\r\n")).replaceAll(/[\r\n]+/g, " ");
      if (code === 250) done(null, `queued:${quoted}`);
      else done(Object.assign(new Error(`refused:${quoted}`), { responseCode: code }));
    }, done);
  },
});

describe.each(engines)("the secrets of a sign-in with a code on $kind", (engine) => {
  let t: TestApp;
  let relay: TestRelay;
  let project: Project;
  let token: string;
  let bodies: string[];
  const start = async (code: number): Promise<void> => {
    bodies = [];
    relay = await TestRelay.start(quoting(code, bodies));
    t = await TestApp.open(engine, { smtp: relay.settings });
    ({ project } = await t.addProject("Fernweh", { allowEmailCodes: true }));
    ({ token } = await t.addAdmin());
  };
  afterEach(async () => {
    await t.close();
    await relay.down();
  });

  const sentLinks = () =>
    bodies.map((body) => /https?:\S+?code=3D\d{8}/.exec(body.replaceAll("=\r\n", ""))?.[0] ?? expect.fail());
  /** Everything that an operator or administrator can read about it. */
  const readable = async (): Promise<Record<string, string>> => {
    const headers = { authorization: `Bearer ${token}` };
    const [events, outbox, codes] = await Promise.all(
      (["events", "outbox", "oneTimeCodes"] as const).map((table) =>
        t.app.db.selectFrom(table).selectAll().execute(),
      ),
    );
    const listed = await t.client(AnalyticsService, headers).listRecentEvents({ project: "fernweh" });
    const mails = t.client(InstanceSettingsService, headers);
    const unsent = await mails.listOutgoingMails({});
    const sent = await mails.listOutgoingMails({ state: OutgoingMailState.SENT });
    const shown = { log: t.logLines, events, outbox, codes, listed, unsent, sent };
    return Object.fromEntries(
      Object.entries(shown).map(([name, value]) => [
        name,
        JSON.stringify(value, (_key, part) => (typeof part === "bigint" ? String(part) : part)),
      ]),
    );
  };

  test.each([
    ["takes", 250],
    ["refuses", 554],
    ["puts off", 451],
  ])(
    "a relay that %s the email and quotes it leaves code and flow in no log, event or list",
    async (_, code) => {
      await start(code);
      const device = new CodeDevice(t, project);
      await device.ask(EMAIL);
      await t.deliverMail();
      const [link = ""] = sentLinks();
      const sent = codeIn(link.replaceAll("=3D", "="));
      expect(sent).toEqual({ flowId: device.flowId, code: expect.stringMatching(/^\d{8}$/) });
      const visitor = new Visitor(t, project);
      await visitor.open(`app?flow=${sent.flowId}&code=${sent.code}`);
      await visitor.submit(`app?flow=${sent.flowId}&code=${sent.code}`, { code: sent.code });
      const wrong = sent.code === "00000000" ? "00000001" : "00000000";
      expect(await reasonOf(device.signIn(wrong))).toBe("EMAIL_CODE_INVALID");
      await device.signIn(sent.code);

      const shown = await readable();
      const grouped = `${sent.code.slice(0, 4)} ${sent.code.slice(4)}`;
      for (const [name, text] of Object.entries(shown)) {
        expect(text, name).not.toContain(sent.code);
        expect(text, name).not.toContain(grouped);
      }
      // The outbox names the flow for as long as it has the email: without a code, and without a screen that shows it.
      for (const name of ["log", "events", "listed", "unsent", "sent"])
        expect(shown[name], name).not.toContain(sent.flowId);
      expect(t.logLines.join("")).toContain('"message":"page","page":"app"');
    },
  );
});
