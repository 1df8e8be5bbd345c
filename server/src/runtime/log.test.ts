import { setImmediate as nextTurn } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import { createLog, type Log, onceATurn } from "./log.ts";

let written: string[];
let lines: ReturnType<typeof onceATurn>;
let log: Log;
beforeEach(() => {
  written = [];
  lines = onceATurn((text) => written.push(text));
  log = createLog({ logFormat: "text", logIp: "full" }, () => 0, lines.write);
});

const line = (message: string): string => `1970-01-01T00:00:00.000Z INFO  ${message}\n`;

test("the lines of one turn are written together, in their order, and those of the next turn after them", async () => {
  log("info", "a", { n: 1, left_out: undefined, text: 'two words and a "' });
  log("info", "b");
  expect(written).toEqual([]);
  await nextTurn();
  log("info", "c");
  await nextTurn();
  expect(written).toEqual([`${line('a n=1 text="two words and a \\""')}${line("b")}`, line("c")]);
});

test("a process that ends in the middle of a turn has written its last lines, each once", async () => {
  log("error", "the reason");
  lines.flush();
  expect(written).toHaveLength(1);
  lines.flush();
  await nextTurn();
  expect(written).toHaveLength(1);
});

test("a value cannot start a line of its own", () => {
  log("info", "x\ny", { from: "outside\nINFO forged" });
  lines.flush();
  expect(written).toEqual([line(String.raw`x\u000ay from="outside\nINFO forged"`)]);
});

test("a value cannot move the cursor of a terminal, in JSON either", async () => {
  const asJson = createLog({ logFormat: "json", logIp: "full" }, () => 0, lines.write);
  asJson("info", "a", { detail: "\u009b31m\u0085\u2028" });
  await nextTurn();
  expect(written.join("")).toContain('"detail":"\\u009b31m\\u0085\\u2028"');
  expect(JSON.parse(written.join(""))).toMatchObject({ detail: "\u009b31m\u0085\u2028" });
});
