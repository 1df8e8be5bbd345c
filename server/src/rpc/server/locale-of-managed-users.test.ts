import { ProjectService } from "@svc/proto/svc/admin/v1/projects_pb";
import { UserService as AdminUserService } from "@svc/proto/svc/admin/v1/users_pb";
import { UserService } from "@svc/proto/svc/server/v1/users_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../testing/engines.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const WRONG = { reason: "INVALID_REQUEST", metadata: { field: "locale" } };

describe.each(engines)("The language of a user, for backends and administrators on $kind", (engine) => {
  let t: TestApp;
  let secretKey: string;
  let token: string;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    ({ secretKey } = await t.addProject("Demo"));
    ({ token } = await t.addAdmin());
  });
  afterEach(() => t.close());

  // Whose language the header is: the backend's or the administrator's, not the user's.
  const inJapanese = { "accept-language": "ja" };
  const surfaces = {
    backend() {
      const users = t.client(UserService, { "x-svc-key": secretKey, ...inJapanese });
      return {
        create: (input: object) => users.createUser(input),
        update: (userId: string, input: object) => users.updateUser({ userId, ...input }),
        get: (userId: string) => users.getUser({ userId }),
      };
    },
    administrator() {
      const users = t.client(AdminUserService, { authorization: `Bearer ${token}`, ...inJapanese });
      return {
        create: (input: object) => users.createUser({ project: "demo", ...input }),
        update: (userId: string, input: object) => users.updateUser({ project: "demo", userId, ...input }),
        get: (userId: string) => users.getUser({ project: "demo", userId }),
      };
    },
  };

  test.each(["backend", "administrator"] as const)("a %s sets, changes and forgets it", async (who) => {
    const users = surfaces[who]();
    const { user } = await users.create({ email: "ada@example.com", locale: "EN_gb" });
    expect(user?.locale).toBe("en-GB");
    const id = user?.id ?? "";
    expect((await users.update(id, { displayName: "Ada" })).user?.locale).toBe("en-GB");
    expect((await users.update(id, { locale: "he-IL" })).user?.locale).toBe("he-IL");
    expect((await users.get(id)).user?.locale).toBe("he-IL");
    expect((await users.update(id, { locale: "" })).user?.locale).toBe("");
    expect((await users.create({ email: "eve@example.com" })).user?.locale).toBe("");
    expect(await failureOf(users.create({ email: "x@example.com", locale: "??" }))).toMatchObject(WRONG);
    expect(await failureOf(users.update(id, { locale: "??" }))).toMatchObject(WRONG);
  });

  test.each(["backend", "administrator"] as const)("the etag of a %s covers it", async (who) => {
    const users = surfaces[who]();
    const { user } = await users.create({ email: "ada@example.com", locale: "de" });
    const [id, etag] = [user?.id ?? "", user?.etag ?? ""];
    await users.update(id, { locale: "fr", etag });
    expect(await reasonOf(users.update(id, { locale: "it", etag }))).toBe("ETAG_MISMATCH");
  });

  test("an export has it, and an import of it brings it back", async () => {
    const projects = t.client(ProjectService, { authorization: `Bearer ${token}` });
    await surfaces.backend().create({ email: "ada@example.com", locale: "zh-TW" });
    await surfaces.backend().create({ email: "eve@example.com" });
    const { users } = await projects.exportUsers({ project: "demo" });
    expect(users.map(({ locale }) => locale).sort()).toEqual(["", "zh-TW"]);
    await t.addProject("Other");
    await projects.importUsers({ project: "other", users });
    const again = await projects.exportUsers({ project: "other" });
    expect(again.users.map(({ locale }) => locale).sort()).toEqual(["", "zh-TW"]);
    const wrong = [{ email: "bob@example.com", locale: "no tag" }];
    const { results } = await projects.importUsers({ project: "other", users: wrong });
    expect(results[0]?.reason).toMatch(/locale/);
  });
});
