import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { reasons } from "../src/errors.ts";
import { STATUS } from "../src/rpc/guards/errors.ts";

type Row = { reason: string; status: string; http: number; metadata: string[] };

const page = readFileSync(join(import.meta.dirname, "../../docs/errors.md"), "utf8");
const rows: Row[] = [
  ...page.matchAll(/^\| `([A-Z_]+)` \| ([A-Z_]+) \| (\d+) \| [^|]+ \| [^|]+ \| ([^|]+) \|$/gm),
].map(([, reason = "", status = "", http, metadata = ""]) => ({
  reason,
  status: status.toLowerCase(),
  http: Number(http),
  metadata: [...metadata.matchAll(/`(\w+)`/g)].map(([, key = ""]) => key),
}));

test("docs/errors.md has one row for every reason, with its status, and no other row", () => {
  const documented = rows.map(({ reason, status }) => [reason, status]);
  const inTable = Object.entries(reasons).map(([reason, [status]]) => [reason, status]);
  expect(documented.sort()).toEqual(inTable.sort());
});

test("docs/errors.md has the HTTP status that Connect callers see", () => {
  for (const { reason, http } of rows) {
    const [status] = reasons[reason as keyof typeof reasons];
    expect(http, reason).toBe(STATUS[status].http);
  }
});

test("docs/errors.md names every key of metadata that the code gives to a reason", () => {
  const folder = join(import.meta.dirname, "../src");
  const sources = globSync("**/*.ts", { cwd: folder, exclude: ["**/*.test.ts", "testing/**"] });
  const given = sources.flatMap((file) => metadataIn(readFileSync(join(folder, file), "utf8")));
  expect(given.length).toBeGreaterThan(10);
  for (const { reason, key } of given) {
    expect(rows.find((row) => row.reason === reason)?.metadata, `metadata of ${reason}`).toContain(key);
  }
});

/** The keys of object literals that are given to AppError. */
function metadataIn(source: string): Array<{ reason: string; key: string }> {
  const plain = source.replace(/\$\{[^}]*\}/g, "");
  return [...plain.matchAll(/new AppError\(\s*"([A-Z_]+)",[^;{]*\{([^}]*)\}/g)].flatMap(
    ([, reason = "", keys = ""]) =>
      [...keys.matchAll(/(?:^|,)\s*(\w+)(?=\s*[,:]|\s*$)/g)].map(([, key = ""]) => ({ reason, key })),
  );
}
