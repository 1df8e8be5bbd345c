import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../testing/engines.ts";
import { OAuthBench } from "../../testing/oauth.ts";

describe.each(engines)("Social accounts of imported users on $kind", (engine) => {
  let b: OAuthBench;
  beforeEach(async () => {
    b = await OAuthBench.open(engine);
  });
  afterEach(() => b.close());

  test("sign in to the imported user, with nothing but the provider's token", async () => {
    const [from, to] = [await b.addProject({}, "From"), await b.addProject({}, "To")];
    const { token } = await b.t.addAdmin();
    const users = b.t.client(UserService, { authorization: `Bearer ${token}` });
    await b.signIn(from, "google", "g-1", { email: "ada@gmail.com", email_verified: true });
    await b.signIn(from, "apple", "a-1");

    const exported = await b.t.projects(token).exportUsers({ project: "from" });
    await b.t.projects(token).importUsers({ project: "to", users: exported.users });
    const imported = (await users.listUsers({ project: "to" })).users.map(({ id }) => id);
    expect(imported).toHaveLength(2);

    const google = await b.signIn(to, "google", "g-1");
    const apple = await b.signIn(to, "apple", "a-1");
    expect(google.user?.email).toBe("ada@gmail.com");
    expect([google.user?.id, apple.user?.id].sort()).toEqual(imported.sort());
    expect((await users.listUsers({ project: "to" })).users).toHaveLength(2);
  });
});
