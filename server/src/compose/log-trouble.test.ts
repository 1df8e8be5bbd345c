import { expect, test } from "vitest";
import { createLog } from "../runtime/log.ts";
import { logTrouble } from "./log-trouble.ts";

test("trouble of many connections is one line with what to do, and another when it goes on", () => {
  let now = 0;
  const lines: string[] = [];
  const onTrouble = logTrouble(
    createLog(
      { logFormat: "text", logIp: "full" },
      () => 0,
      (line) => void lines.push(line),
    ),
    () => now,
  );
  for (let connection = 0; connection < 10; connection++) {
    onTrouble("server_lost", new Error("terminating connection"));
  }
  onTrouble("no_connection_left", new Error("too many clients"));
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain("check which server database_url leads to");
  now = 6_000;
  onTrouble("server_lost", new Error("terminating connection"));
  expect(lines).toHaveLength(3);
});
