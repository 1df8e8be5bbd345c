import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../testing/engines.ts";
import { reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

describe.each(engines)("Notes about a user on $kind", (engine) => {
  let t: TestApp;
  let token: string;
  let userId: string;
  beforeEach(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    const { project } = await t.addProject("Demo");
    await t.addProject("Other");
    ({ token } = await t.addAdmin());
    userId = (await t.addUser(project, "ada@example.com", "correct horse battery")).user?.id ?? "";
  });
  afterEach(() => t.close());

  const users = () => t.client(UserService, { authorization: `Bearer ${token}` });
  const add = (text: string, project = "demo") => users().addUserNote({ project, userId, text });
  const texts = async (pageSize = 0) =>
    (await users().listUserNotes({ project: "demo", userId, pageSize })).notes.map(({ text }) => text);

  test("a note has its author and time, the newest comes first, and the audit log knows of it", async () => {
    await add("  Asked for a refund. ");
    t.advance(1000);
    const { note } = await add("Got it.");
    expect(note).toMatchObject({ text: "Got it.", author: "root@example.com" });
    expect(await texts()).toEqual(["Got it.", "Asked for a refund."]);
    const first = await users().listUserNotes({ project: "demo", userId, pageSize: 1 });
    const { nextPageToken: pageToken } = first;
    const second = await users().listUserNotes({ project: "demo", userId, pageSize: 1, pageToken });
    expect(second).toMatchObject({ notes: [{ text: "Asked for a refund." }], nextPageToken: "" });
    const events = await t.app.db
      .selectFrom("events")
      .selectAll()
      .where("kind", "like", "admin.note%")
      .execute();
    expect(events.map(({ kind, userId }) => [kind, userId])).toEqual([
      ["admin.note_added", userId],
      ["admin.note_added", userId],
    ]);
    expect(events.map(({ data }) => data).join()).not.toContain("refund");
  });

  test("a note can be deleted, and goes with the user", async () => {
    const { note } = await add("One");
    await add("Two");
    const noteId = note?.id ?? "";
    await users().deleteUserNote({ project: "demo", userId, noteId });
    await users().deleteUserNote({ project: "demo", userId, noteId });
    expect(await texts()).toEqual(["Two"]);
    await users().deleteUser({ project: "demo", userId });
    expect(await t.app.db.selectFrom("userNotes").selectAll().execute()).toEqual([]);
    expect(await reasonOf(texts())).toBe("NOT_FOUND");
  });

  test("an empty or endless note, and a user of another project, are refused", async () => {
    expect(await reasonOf(add("  "))).toBe("INVALID_REQUEST");
    expect(await reasonOf(add("x".repeat(4001)))).toBe("INVALID_REQUEST");
    await add("x".repeat(4000));
    expect(await reasonOf(add("x", "other"))).toBe("NOT_FOUND");
  });
});
