import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemActor } from "../src/domain/analytics/record-event.ts";
import type { Project } from "../src/domain/projects/project.ts";
import { disableUser } from "../src/domain/users/disable-user.ts";
import { engines } from "../src/testing/engines.ts";
import { failureOf, reasonOf } from "../src/testing/reason-of.ts";
import { TestApp } from "../src/testing/test-app.ts";
import { CHROME, CodeDevice, codeIn } from "./code-device.ts";

const ADA = "ada@example.com";

describe.each(engines)("the events of refused codes on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    ({ project } = await t.addProject("Demo", { allowEmailCodes: true }));
  });
  afterEach(() => t.close());

  const asked = async (email: string): Promise<{ device: CodeDevice; code: string; wrong: string }> => {
    const device = new CodeDevice(t, project);
    await device.ask(email);
    await t.deliverMail();
    const link = t.mails.findLast((mail) => mail.link?.includes(device.flowId))?.link;
    const { code } = codeIn(link ?? expect.fail("no mail"));
    return { device, code, wrong: code === "00000000" ? "00000001" : "00000000" };
  };
  const failures = async () => {
    const rows = await t.app.db
      .selectFrom("events")
      .select(["userId", "userAgent", "data"])
      .where("kind", "=", "user.sign_in_failed")
      .execute();
    return rows.map(({ userId, userAgent, data }) => ({ userId, userAgent, ...JSON.parse(data) }));
  };
  const event = { userAgent: CHROME, method: "email_code" };

  test("a disabled user who has the right code is recorded as after a right password", async () => {
    const first = await asked(ADA);
    const userId = (await first.device.signIn(first.code)).user?.id ?? "";
    await disableUser(t.app, { project, by: systemActor, tellsOtherProjects: false }, userId);
    const { device, code } = await asked(ADA);
    expect(await reasonOf(device.signIn(code))).toBe("USER_DISABLED");
    expect(await failures()).toEqual([{ userId, ...event, reason: "disabled" }]);
  });

  test("a wrong code is recorded with the user, if the address has one, and answered alike", async () => {
    const first = await asked(ADA);
    const userId = (await first.device.signIn(first.code)).user?.id;
    const known = await asked(ADA);
    const unknown = await asked("nobody@example.com");
    const answers = [];
    for (const { device, wrong } of [known, unknown]) {
      const { reason, metadata } = await failureOf(device.signIn(wrong));
      answers.push({ reason, metadata });
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(await failures()).toEqual([
      { userId, ...event },
      { userId: null, ...event },
    ]);
  });

  test("what is typed on another device, or before the email has left, is recorded for nobody", async () => {
    const first = await asked(ADA);
    const other = new CodeDevice(t, project);
    expect(await reasonOf(other.signIn(first.wrong, first.device.flowId))).toBe("EMAIL_CODE_INVALID");
    const early = new CodeDevice(t, project);
    await early.ask(ADA);
    expect(await reasonOf(early.signIn("12345678"))).toBe("EMAIL_CODE_INVALID");
    expect(await failures()).toEqual([]);
  });
});
