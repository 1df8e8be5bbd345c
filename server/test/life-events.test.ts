import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const guide = readFileSync(join(root, "docs/guides/subscriptions.md"), "utf8");
const [, section = ""] = guide.split("## What happens when");
const rows = section.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| Event"));
const tests = [...section.matchAll(/^\d+\. `([^`]+)`: (.+)$/gm)].map(([, file = "", title = ""]) => ({
  file,
  title,
}));

describe("The table of life events in the guide", () => {
  test("has at least 30 events, each with what the user may use in each store and a test", () => {
    expect(rows.length).toBeGreaterThanOrEqual(30);
    for (const row of rows) {
      const [event, ...cells] = row.slice(2, -2).split(" | ");
      expect(cells, event).toHaveLength(5);
      const numbers = [...(cells[4] ?? "").matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number));
      expect(numbers.length, event).toBeGreaterThan(0);
      for (const number of numbers) expect(tests[number - 1], `${event} [${number}]`).toBeDefined();
    }
  });

  test.each(tests)("names a test that there is: $title", ({ file, title }) => {
    expect(readFileSync(join(root, file), "utf8")).toContain(title);
  });
});
