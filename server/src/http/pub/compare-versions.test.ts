import { expect, test } from "vitest";
import { compareVersions } from "./compare-versions.ts";

test("versions are ordered as semantic versioning has them", () => {
  const ordered = [
    "0.1.0",
    "0.9.1",
    "0.10.0-beta.2",
    "0.10.0-beta.10",
    "0.10.0",
    "1.0.0-rc.1",
    "1.0.0",
    "1.0.1",
    "10.0.0",
  ];
  expect(ordered.toReversed().sort(compareVersions)).toEqual(ordered);
  expect(compareVersions("1.2.3", "1.2.3")).toBe(0);
});
