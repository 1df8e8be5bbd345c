import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { AppError, reasons } from "../src/errors.ts";
import { errorAnswer } from "../src/rpc/front/answer.ts";
import { notPost, unknownContentType, unknownMethod } from "../src/rpc/front/http-refusal.ts";
import { wireOf } from "../src/rpc/front/wire.ts";

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

test("an answer of the server has the HTTP status and the code that docs/errors.md gives its reason", () => {
  const connect = wireOf("application/json") ?? expect.fail();
  const grpc = wireOf("application/grpc") ?? expect.fail();
  const refusals = [notPost(), unknownContentType(), unknownMethod()];
  for (const { reason, status, http } of rows) {
    const refusal = refusals.find((refusal) => refusal.reason === reason);
    const error = refusal ?? new AppError(reason as keyof typeof reasons);
    const answer = errorAnswer(connect, error, [], refusal?.http);
    expect(answer.status, reason).toBe(http);
    expect(JSON.parse(String(answer.body)).code, reason).toBe(status.replace("cancelled", "canceled"));
    expect(errorAnswer(grpc, error, []).status, reason).toBe(200);
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
