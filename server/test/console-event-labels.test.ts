import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../cli/test/cli-runner.ts";
import { eventLabel } from "../../console/src/pages/events/event-labels.ts";
import { eventKinds, instanceEventKinds } from "../../console/src/strings/events.ts";
import { eventKinds as allKinds } from "../src/domain/analytics/event-kinds.ts";

test("every kind of event that the contract names can be chosen in the console, in words", () => {
  const contract = readFileSync(join(root, "proto/svc/admin/v1/analytics.proto"), "utf8");
  const [about = ""] = /\/\/ What happened:.*?string kind/s.exec(contract) ?? [];
  const kinds = [...about.matchAll(/`([a-z]+\.[a-z_]+)`/g)].map(([, kind]) => kind);
  expect(kinds).toEqual(
    expect.arrayContaining([
      "user.email_detached",
      "user.email_change_undone",
      "session.ended_by_limit",
      "push.tokens_read",
      "admin.users_exported",
    ]),
  );
  expect(kinds.filter((kind) => !eventKinds.includes(kind ?? ""))).toEqual([]);
});

test.each([
  [{ method: "password" }, "wrong password"],
  [{ method: "email_code" }, "wrong email code"],
  [{ method: "totp" }, "wrong code from the authenticator app"],
  [{ method: "recovery_code" }, "wrong recovery code"],
  [{ method: "google" }, "Google token not accepted"],
  [{ method: "email_code", reason: "disabled" }, "user is disabled"],
])("a failed sign-in with %j is said in words", (data, why) => {
  const label = eventLabel({ kind: "user.sign_in_failed", data, userId: "ada" });
  expect(label).toBe(`Sign-in failed: ${why}`);
});

/** Of the server itself or of a project that is gone: they are in the audit log of the instance. */
const OF_NO_PROJECT =
  /^admin\.(logged_|login_|reauthenticat|session_ended|created|password_|passkey_|factors?_|recovery_|invit|joined|removed|role_|tokens?_|smtp_|dkim_|backup_|project_deleted)/;

test("every kind of event that a project can have is in the console, in words", () => {
  const ofProjects = Object.keys(allKinds).filter((kind) => !OF_NO_PROJECT.test(kind));
  expect(ofProjects.length).toBeGreaterThan(80);
  expect(ofProjects.filter((kind) => !eventKinds.includes(kind))).toEqual([]);
});

test("every kind of event that the instance can have is in its audit log, in words", () => {
  const ofInstance = Object.keys(allKinds).filter((kind) => OF_NO_PROJECT.test(kind));
  expect(ofInstance.length).toBeGreaterThan(15);
  expect(ofInstance.filter((kind) => !instanceEventKinds.includes(kind))).toEqual([]);
  expect(instanceEventKinds.filter((kind) => !(kind in allKinds))).toEqual([]);
});
