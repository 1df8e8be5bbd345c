import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemActor } from "../src/domain/analytics/record-event.ts";
import { cleanUp } from "../src/domain/instance/clean-up.ts";
import type { Project } from "../src/domain/projects/project.ts";
import { updateProject } from "../src/domain/projects/update-project.ts";
import { engines } from "../src/testing/engines.ts";
import { failureOf, reasonOf } from "../src/testing/reason-of.ts";
import { TestRelay } from "../src/testing/smtp.ts";
import { TestApp } from "../src/testing/test-app.ts";
import { CodeDevice, codeIn } from "./code-device.ts";

const EMAIL = "ada@example.com";
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const PAUSES = [10 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE];

describe.each(engines)("codes while the relay is down on $kind", (engine) => {
  let t: TestApp;
  let relay: TestRelay;
  let project: Project;
  let device: CodeDevice;
  beforeEach(async () => {
    relay = await TestRelay.start();
    t = await TestApp.open(engine, { smtp: relay.settings });
    ({ project } = await t.addProject("Fernweh", { allowEmailCodes: true }));
    device = new CodeDevice(t, project);
  });
  afterEach(async () => {
    await t.close();
    await relay.down();
  });

  const newestCode = () => codeIn(relay.links.at(-1) ?? expect.fail("no mail")).code;
  const failFor = async (pauses: readonly number[]) => {
    for (const pause of pauses) {
      expect(await t.deliverMail()).toMatchObject({ failed: 1, skipped: 0 });
      t.advance(pause);
    }
  };
  const typed = async (code: string, on = device) => (await failureOf(on.signIn(code))).metadata;
  const flows = () => t.app.db.selectFrom("oneTimeCodes").select("id").execute();

  test.each([
    ["13 minutes", PAUSES.slice(0, 4)],
    ["47 hours without an attempt", [47 * HOUR]],
  ])("the email that leaves after %s has a code that works for 10 minutes", async (_time, pauses) => {
    await device.ask(EMAIL);
    await relay.down();
    await failFor(pauses);
    await cleanUp(t.app);
    await relay.up();
    expect(await t.deliverMail()).toMatchObject({ sent: 1, skipped: 0 });
    t.advance(10 * MINUTE - 1);
    expect((await device.signIn(newestCode())).user?.email).toBe(EMAIL);
  });

  test("so has the email that a relay put off every time for 47 hours", async () => {
    await device.ask(EMAIL);
    relay.mood = { at: "mail", code: 451 };
    await failFor([...PAUSES, ...Array.from({ length: 46 }, () => HOUR)]);
    relay.mood = "accept";
    expect(await t.deliverMail()).toMatchObject({ sent: 1, skipped: 0 });
    t.advance(10 * MINUTE - 1);
    expect((await device.signIn(newestCode())).user?.email).toBe(EMAIL);
  });

  test("that code has expired after 10 minutes, and nothing of the flow is kept for longer", async () => {
    await device.ask(EMAIL);
    await relay.down();
    await failFor(PAUSES);
    await relay.up();
    await t.deliverMail();
    t.advance(10 * MINUTE);
    expect(await reasonOf(device.signIn(newestCode()))).toBe("EMAIL_CODE_INVALID");
    await cleanUp(t.app);
    expect(await flows()).toEqual([]);
  });

  test("an email that never left leaves no flow behind after the relay has refused it", async () => {
    relay.mood = { at: "rcpt", code: 550 };
    await device.ask(EMAIL);
    expect(await t.deliverMail()).toMatchObject({ failed: 1 });
    t.advance(10 * MINUTE);
    await cleanUp(t.app);
    expect(await flows()).toEqual([]);
  });

  test("of two requests during the outage one email leaves, with the code that works", async () => {
    await device.ask(EMAIL);
    await relay.down();
    await failFor(PAUSES.slice(0, 3));
    await device.ask(EMAIL);
    t.advance(20 * MINUTE);
    await relay.up();
    expect(await t.deliverMail()).toMatchObject({ sent: 1, skipped: 1 });
    expect(relay.mails).toHaveLength(1);
    expect((await device.signIn(newestCode())).user?.email).toBe(EMAIL);
  });

  test("the code of an attempt that the relay put off works for 10 minutes, although the flow goes on", async () => {
    const codes: string[] = [];
    await relay.down();
    const rude = await TestRelay.start({
      disabledCommands: ["STARTTLS"],
      onData: (stream, _session, done) => {
        stream.toArray().then((chunks: Buffer[]) => {
          const body = Buffer.concat(chunks).toString("latin1").replaceAll("=\r\n", "");
          codes.push(/code=3D(\d{8})/.exec(body)?.[1] ?? "");
          done(Object.assign(new Error("later"), { responseCode: 451 }));
        }, done);
      },
    });
    const other = await TestApp.open(engine, { smtp: rude.settings, database: t.database });
    await device.ask(EMAIL);
    expect(await other.deliverMail()).toMatchObject({ failed: 1 });
    const [code = ""] = codes;
    expect(code).toMatch(/^\d{8}$/);
    t.advance(10 * MINUTE);
    expect(await typed(code)).toEqual({ attempts_left: "5" });
    const shown = t.auth(project).inspectEmailCode({ flowId: device.flowId });
    expect(await reasonOf(shown)).toBe("EMAIL_CODE_INVALID");
    await other.close();
    await rude.down();
  });

  test.each([
    ["up", 0],
    ["down", 1],
  ])(
    "with sign-up closed and the relay %s, wrong codes do not tell who has an account",
    async (_, failed) => {
      await device.ask(EMAIL);
      await t.deliverMail();
      await device.signIn(newestCode());
      const settings = { signUpClosed: true };
      project = await updateProject(t.app, systemActor, project.id, { settings });
      if (failed > 0) relay.mood = { at: "mail", code: 451 };
      const [known, unknown] = [new CodeDevice(t, project), new CodeDevice(t, project)];
      const seen = async (on: CodeDevice) => {
        const { flowId } = on;
        const shown = await t
          .auth(project)
          .inspectEmailCode({ flowId })
          .then(() => "shown", String);
        return [shown, await typed("123", on)];
      };
      await known.ask(EMAIL);
      await t.deliverMail();
      await unknown.ask("nobody@example.com");
      for (const pause of [...PAUSES, HOUR]) {
        await t.deliverMail();
        for (const wait of [pause / 2, pause / 2]) {
          expect(await seen(unknown)).toEqual(await seen(known));
          t.advance(wait);
        }
      }
      expect(relay.mails.filter(({ rcpt }) => rcpt.includes("nobody@example.com"))).toEqual([]);
    },
  );

  test("what is typed before the email has left is wrong, and spends none of the five attempts", async () => {
    await device.ask(EMAIL);
    for (let n = 0; n < 7; n++) expect(await typed("12345678")).toEqual({ attempts_left: "5" });
    await t.deliverMail();
    const code = newestCode();
    const wrong = code === "00000000" ? "00000001" : "00000000";
    for (const left of ["4", "3", "2", "1"]) expect(await typed(wrong)).toEqual({ attempts_left: left });
    expect((await device.signIn(code)).user?.email).toBe(EMAIL);
  });
});
