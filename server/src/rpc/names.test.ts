import { AdminAccountService } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import { ImportStatus } from "@svc/proto/svc/admin/v1/user_transfer_pb";
import { UserService } from "@svc/proto/svc/server/v1/users_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Project } from "../domain/projects/project.ts";
import { engines } from "../testing/engines.ts";
import { OAuthBench } from "../testing/oauth.ts";
import { failureOf } from "../testing/reason-of.ts";

const MARKS = [..."\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"];
const TURNED = "Ada \u202egnp.exe";
const PASSWORD = "correct horse battery";

describe.each(engines)("names that turn text around on $kind", (engine) => {
  let b: OAuthBench;
  let project: Project;
  let token: string;
  beforeEach(async () => {
    b = await OAuthBench.open(engine);
    project = await b.addProject();
    token = (await b.t.addAdmin()).token;
  });
  afterEach(() => b.close());

  const refused = (field: string) => ({ reason: "INVALID_REQUEST", metadata: { field } });

  test("a display name has none of the marks, whoever writes it; other scripts are welcome", async () => {
    const { accessToken, user } = await b.t.addUser(project, "ada@example.com", PASSWORD);
    const me = b.t.auth(project, accessToken);
    for (const mark of MARKS) {
      expect(await failureOf(me.updateMe({ displayName: `Ada${mark}` }))).toMatchObject(
        refused("display_name"),
      );
    }
    const email = "eve@example.com";
    const signUp = b.t.auth(project).signUp({ email, password: PASSWORD, displayName: TURNED });
    expect(await failureOf(signUp)).toMatchObject(refused("display_name"));
    const { secretKey } = await b.t.projects(token).regenerateSecretKey({ project: project.slug });
    const backend = b.t.client(UserService, { "x-svc-key": secretKey });
    for (const call of [
      () => backend.createUser({ email, displayName: TURNED }),
      () => backend.updateUser({ userId: user?.id ?? "", displayName: TURNED }),
    ]) {
      expect(await failureOf(call())).toMatchObject(refused("display_name"));
    }
    for (const displayName of ["עדה לאבלייס", "آدا", "Zoë 👩‍🚀", "a\u200eb\u200f"]) {
      expect((await me.updateMe({ displayName })).user?.displayName).toBe(displayName);
    }
  });

  test("an imported user with such a name is refused with the reason, and the others are created", async () => {
    const { results } = await b.t.projects(token).importUsers({
      project: project.slug,
      users: [{ email: "eve@example.com", displayName: TURNED }, { email: "ada@example.com" }],
    });
    expect(results).toMatchObject([
      {
        status: ImportStatus.REFUSED,
        reason: "display_name: must not contain characters that change the text direction",
      },
      { status: ImportStatus.CREATED },
    ]);
  });

  test("neither has the name of a project, of a token or of what is sold", async () => {
    const projects = b.t.projects(token);
    const admins = b.t.client(AdminAccountService, { authorization: `Bearer ${token}` });
    const catalog = `billing: {entitlements: [{id: pro, name: "${TURNED}"}]}`;
    for (const call of [
      () => projects.createProject({ name: TURNED }),
      () => projects.updateProject({ project: project.slug, name: TURNED }),
      () => projects.applyProjectSpec({ specYaml: `slug: ${project.slug}\nname: "${TURNED}"` }),
      () => admins.createPersonalAccessToken({ name: TURNED }),
    ]) {
      expect(await failureOf(call())).toMatchObject(refused("name"));
    }
    expect(
      await failureOf(
        projects.applyProjectSpec({ specYaml: `slug: ${project.slug}\nsettings: {${catalog}}` }),
      ),
    ).toMatchObject({ reason: "INVALID_REQUEST" });
  });

  test("in the token of a provider they are left out, and the sign-in goes on", async () => {
    const claims = { email: "ada@gmail.com", email_verified: true, name: `\u2067${TURNED}\u2069` };
    const { user } = await b.signIn(project, "google", "g-1", claims);
    expect(user?.displayName).toBe("Ada gnp.exe");
  });
});
