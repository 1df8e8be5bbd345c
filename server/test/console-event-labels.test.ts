import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../cli/test/cli-runner.ts";
import { eventKinds } from "../../console/src/strings/events.ts";

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
