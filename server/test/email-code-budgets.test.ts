import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Project } from "../src/domain/projects/project.ts";
import { engines } from "../src/testing/engines.ts";
import { TestApp } from "../src/testing/test-app.ts";
import { CodeDevice, codeIn } from "./code-device.ts";

const ADA = "ada@example.com";
const EVE = "eve@example.com";
const PASSWORD = "correct horse battery";
const DAY = 86_400_000;
/** Of ten an hour. */
const AT_ONCE = 3;

describe.each(engines)("the budget of emails with codes on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    ({ project } = await t.addProject("Demo", { allowEmailCodes: true }));
  });
  afterEach(() => t.close());

  const linkTo = ({ flowId }: CodeDevice) => t.mails.findLast(({ link }) => link?.includes(flowId))?.link;
  /** Whether an email leaves when a new installation asks. */
  const isSent = async (email: string, deviceToken = "", of = project): Promise<boolean> => {
    const device = new CodeDevice(t, of);
    await device.ask(email, deviceToken);
    expect(device.flowId).toMatch(/^[\w-]{43}$/);
    await t.deliverMail();
    return linkTo(device) !== undefined;
  };
  const signIn = async (email: string, deviceToken = "", of = project) => {
    const device = new CodeDevice(t, of);
    await device.ask(email, deviceToken);
    await t.deliverMail();
    const { code } = codeIn(linkTo(device) ?? expect.fail("no mail"));
    return device.signIn(code, device.flowId, deviceToken);
  };
  const useUp = async (email: string, deviceToken = "") => {
    for (let n = 0; n < AT_ONCE; n++) expect(await isSent(email, deviceToken)).toBe(true);
    expect(await isSent(email, deviceToken)).toBe(false);
  };

  test("strangers can use up that of an address, and not that of a device where its owner has signed in", async () => {
    const { deviceToken } = await signIn(ADA);
    await useUp(ADA);
    expect(await isSent(ADA, deviceToken)).toBe(true);
    expect((await signIn(ADA, deviceToken)).user?.email).toBe(ADA);
  });

  test("a known device has a budget, too, which is full again after a sign-in", async () => {
    const { deviceToken } = await signIn(ADA);
    const device = new CodeDevice(t, project);
    await device.ask(ADA, deviceToken);
    await t.deliverMail();
    for (let n = 1; n < AT_ONCE; n++) expect(await isSent(ADA, deviceToken)).toBe(true);
    expect(await isSent(ADA, deviceToken)).toBe(false);
    const { code } = codeIn(linkTo(device) ?? expect.fail("no mail"));
    await device.signIn(code, device.flowId, deviceToken);
    await useUp(ADA, deviceToken);
  });

  test("what a known device asks for takes nothing from strangers, who may be the owner on a new phone", async () => {
    const { deviceToken } = await signIn(ADA);
    await useUp(ADA, deviceToken);
    expect(await isSent(ADA)).toBe(true);
  });

  test.each<[string, () => Promise<string>]>([
    ["of another user", async () => (await signIn(EVE)).deviceToken],
    [
      "of the same address in another project",
      async () => {
        const { project: other } = await t.addProject("Other", { allowEmailCodes: true });
        return (await signIn(ADA, "", other)).deviceToken;
      },
    ],
    [
      "that has expired",
      async () => {
        const { deviceToken } = await signIn(ADA);
        t.advance(181 * DAY);
        return deviceToken;
      },
    ],
    [
      "of before the password was reset",
      async () => {
        const { deviceToken } = await signIn(ADA);
        await t.auth(project).requestPasswordReset({ email: ADA });
        await t.deliverMail();
        const token = t.mails.findLast((mail) => mail.token !== "")?.token ?? "";
        await t.auth(project).confirmPasswordReset({ token, newPassword: PASSWORD });
        return deviceToken;
      },
    ],
    [
      "of somebody who has signed up with the address and never proven it",
      async () => (await t.addUser(project, ADA, PASSWORD)).deviceToken,
    ],
    ["that is none", async () => "x".repeat(2_000)],
  ])("a device token %s counts as a stranger's", async (_whose, tokenOf) => {
    const deviceToken = await tokenOf();
    await useUp(ADA);
    expect(await isSent(ADA, deviceToken)).toBe(false);
  });
});
