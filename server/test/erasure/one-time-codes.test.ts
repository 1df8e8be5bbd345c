import { createHash, randomBytes } from "node:crypto";
import { UserService } from "@svc/proto/svc/server/v1/users_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Project } from "../../src/domain/projects/project.ts";
import { engines } from "../../src/testing/engines.ts";
import { reasonOf } from "../../src/testing/reason-of.ts";
import { TestApp } from "../../src/testing/test-app.ts";

const ADA = "ada@example.com";
const BOB = "bob@example.com";

describe.each(engines)("When a user is erased, one-time codes on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let secretKey: string;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    ({ project, secretKey } = await t.addProject("Demo", { allowEmailCodes: true }));
  });
  afterEach(() => t.close());

  const users = () => t.client(UserService, { "x-svc-key": secretKey });
  const add = async (email: string) =>
    (await users().createUser({ email, emailVerified: true })).user?.id ?? "";
  /** Asks for a code, and returns how to sign in with it. */
  const ask = async (email: string) => {
    const codeVerifier = randomBytes(32).toString("base64url");
    const codeChallenge = createHash("sha256").update(codeVerifier).digest("base64url");
    const { flowId } = await t.auth(project).requestEmailCode({ email, codeChallenge });
    await t.deliverMail();
    const link = t.mails.findLast((mail) => mail.link?.includes(flowId))?.link ?? "";
    const code = /code=(\d{8})$/.exec(link)?.[1] ?? "";
    return () => t.auth(project).signInWithEmailCode({ flowId, codeVerifier, code });
  };

  test("of that user are gone, and of others stay", async () => {
    const [ada, bob] = [await add(ADA), await add(BOB)];
    const [signInAda, signInBob] = [await ask(ADA), await ask(BOB)];
    await users().deleteUser({ userId: ada });
    expect(await reasonOf(signInAda())).toBe("EMAIL_CODE_INVALID");
    expect((await signInBob()).user?.id).toBe(bob);
  });

  test("to a former address that is another user's now stay", async () => {
    const ada = await add(ADA);
    await users().updateUser({ userId: ada, email: "countess@example.com" });
    const heir = await add(ADA);
    const signIn = await ask(ADA);
    await users().deleteUser({ userId: ada });
    expect((await signIn()).user?.id).toBe(heir);
  });
});
