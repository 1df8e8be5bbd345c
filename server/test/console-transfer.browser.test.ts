import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ProjectService } from "@svc/proto/svc/admin/v1/projects_pb";
import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { afterEach, describe, expect, test } from "vitest";
import { times } from "../src/testing/full.ts";
import { type ConsolePage, useConsole } from "./console-page.ts";

const PASSWORD = "correct horse battery";

describe("import and export of users in the console", () => {
  const current = useConsole();
  const folders: string[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });

  const opened = async () => {
    const c = current();
    const { token } = await c.t.addAdmin();
    const headers = { authorization: `Bearer ${token}` };
    await c.signIn();
    return { c, users: c.t.client(UserService, headers), projects: c.t.client(ProjectService, headers) };
  };

  const write = (text: string): string => {
    const folder = mkdtempSync(join(tmpdir(), "svc-transfer-"));
    folders.push(folder);
    const path = join(folder, "export.json");
    writeFileSync(path, text);
    return path;
  };

  const openImport = async (c: ConsolePage, path: string): Promise<void> => {
    await c.press("Import and export");
    await c.page.getByRole("menuitem", { name: "Import users…" }).click();
    await c.page.getByLabel("Export file (JSON)").setInputFiles(path);
  };

  const counts = async (c: ConsolePage): Promise<string[]> =>
    (await c.dialog().getByRole("definition").allInnerTexts()).map((text) => text.trim());

  test("what one project exports, another imports: they sign in with their old password", async () => {
    const { c } = await opened();
    const { project } = await c.t.addProject("Fernweh");
    await c.t.addUser(project, "ada@example.com", PASSWORD);
    await c.t.addUser(project, "bob@example.com", PASSWORD);
    await c.goto("/p/fernweh/users");
    await c.press("Import and export");
    await c.page.getByRole("menuitem", { name: "Export all users…" }).click();
    await c.press("Export");
    await c.page.getByText("Exported 2 users.").waitFor();
    const download = c.page.waitForEvent("download");
    await c.page.getByRole("link", { name: "Save file" }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe("fernweh-users.json");
    const text = readFileSync(await saved.path(), "utf8");
    const document = JSON.parse(text);
    expect(document.version).toBe(1);
    expect(document.users.map(({ email }: { email: string }) => email).sort()).toEqual([
      "ada@example.com",
      "bob@example.com",
    ]);
    expect(text).toContain("$argon2id$");
    await c.press("Done");

    const { project: other } = await c.t.addProject("Other");
    await c.goto("/p/other/users");
    await openImport(c, write(text));
    await c.press("Import 2 users");
    await c.dialog().getByText("Created", { exact: true }).waitFor();
    expect(await counts(c)).toEqual(["2", "0", "0"]);
    await c.press("Done");
    await c.page.getByText("bob@example.com").waitFor();
    await c.t.auth(other).signIn({ email: "ada@example.com", password: PASSWORD });
    c.expectPeace();
  });

  test("who is skipped or refused is told with the reason, and the rest is imported", async () => {
    const { c, users } = await opened();
    await c.t.addProject("Fernweh");
    await users.createUser({ project: "fernweh", email: "taken@example.com" });
    const many = Array.from({ length: times(700, 20_000) }, (_, n) => ({ email: `user${n}@example.com` }));
    const odd = [
      { email: "taken@example.com" },
      { email: "no address" },
      { email: 5 },
      { email: "nul@example.com", display_name: "a\0b" },
      { email: "hash@example.com", password_hash: "nonsense", password_algorithm: "bcrypt" },
      { email: "claims@example.com", custom_claims: { n: "too large" } },
    ];
    const file = { version: 1, users: [...many.slice(0, 600), ...odd, ...many.slice(600)] };
    await c.goto("/p/fernweh/users");
    await openImport(c, write(JSON.stringify(file).replace('"too large"', "1e400")));
    await c.page.getByRole("button", { name: /^Import [\d,]+ users$/ }).click();
    await c.dialog().getByText("Created", { exact: true }).waitFor();
    expect(await counts(c)).toEqual([many.length.toLocaleString("en"), "1", "5"]);
    const reasons = await c.page.getByRole("region", { name: "Why users were" }).innerText();
    expect(reasons).toContain("the email already exists");
    expect(reasons).toContain("no address");
    expect(reasons).toContain("user 603");
    expect(reasons).toContain("custom_claims: A number is too large");
    await c.inspect("users-imported");
    await c.press("Copy report");
    expect(JSON.parse(await c.clipboard())).toMatchObject({ skipped: 1, refused: 5 });
    await c.press("Done");
    const { users: found } = await users.listUsers({ project: "fernweh", query: "user699@" });
    expect(found).toHaveLength(1);
    c.forgive(/400/);
    c.expectPeace();
  });

  test("an import that breaks off goes on where it stopped", async () => {
    const { c, users } = await opened();
    await c.t.addProject("Fernweh");
    const file = {
      version: 1,
      users: Array.from({ length: 1200 }, (_, n) => ({ email: `user${n}@example.com` })),
    };
    let calls = 0;
    await c.page.route("**/svc.admin.v1.ProjectService/ImportUsers", (route) =>
      ++calls === 2 ? route.abort() : route.continue(),
    );
    await c.goto("/p/fernweh/users");
    await openImport(c, write(JSON.stringify(file)));
    await c.press("Import 1,200 users");
    await c.page.getByText("Can’t reach the server.").waitFor();
    expect(await counts(c)).toEqual(["500", "0", "0"]);
    await c.page.getByText("Stopped with 700 users left").waitFor();
    await c.press("Continue");
    await c.page.getByText("Stopped with").waitFor({ state: "detached" });
    await c.page.getByText("1,200", { exact: true }).waitFor();
    expect(await counts(c)).toEqual(["1,200", "0", "0"]);
    const { users: last } = await users.listUsers({ project: "fernweh", query: "user1199@" });
    expect(last).toHaveLength(1);
    c.forgive(/ERR_FAILED/);
    c.expectPeace();
  });

  test("a file that is no export of svc is refused before anything is sent", async () => {
    const { c } = await opened();
    await c.t.addProject("Fernweh");
    await c.goto("/p/fernweh/users");
    for (const [content, told] of [
      ["{cut off", "This file is not valid JSON."],
      ['{"users":[{"localId":"x"}]}', "This is not an svc export"],
      ['{"version":2,"users":[]}', "This server reads version 1."],
    ] as const) {
      await openImport(c, write(content));
      await c.page.getByText(told).waitFor();
      expect(await c.page.getByRole("button", { name: "Import users", exact: true }).isDisabled()).toBe(true);
      await c.press("Cancel");
    }
    await openImport(c, write('{"version":1,"users":[{"email":"ada@example.com"}]}'));
    await c.page.getByText("1 user in this file").waitFor();
    await c.inspect("users-import");
    c.expectPeace();
  });
});
