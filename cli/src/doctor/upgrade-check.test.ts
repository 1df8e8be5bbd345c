import { expect, test } from "vitest";
import { upgradeCheck } from "./upgrade-check.ts";

test("an upgrade that is finished, or that an older server knows nothing of, is not mentioned", () => {
  expect(upgradeCheck({ upgradeUnfinished: false })).toBeUndefined();
  expect(upgradeCheck({})).toBeUndefined();
});

test("an unfinished upgrade is a warning with the command that finishes it", () => {
  expect(upgradeCheck({ upgradeUnfinished: true })).toMatchObject({
    ...{ id: "upgrade", status: "warning" },
    remedy: "once all replicas run this version: svc migrate --finish",
  });
});
