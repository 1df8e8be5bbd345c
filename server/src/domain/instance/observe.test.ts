import { expect, test } from "vitest";
import { createLog } from "../../runtime/log.ts";
import { openDatabase } from "../../storage/open.ts";
import { newPostgresDatabase } from "../../testing/engines.ts";
import { startTcpSwitch } from "../../testing/tcp-switch.ts";
import { databaseAnswers } from "./observe.ts";

test("an outage is one line when it begins and one when it is over, however often somebody asks", async () => {
  const url = new URL(await newPostgresDatabase("template_svc"));
  const good = Number(url.port);
  const network = await startTcpSwitch(1); // nobody listens there
  url.port = String(network.port);
  const db = openDatabase({ kind: "postgres", url: url.href });
  const lines: string[] = [];
  const log = createLog(
    { logFormat: "text", logIp: "full" },
    () => 0,
    (line) => void lines.push(line),
  );
  for (let n = 0; n < 3; n++) expect(await databaseAnswers({ db, log })).toBe(false);
  network.leadTo(good);
  for (let n = 0; n < 3; n++) expect(await databaseAnswers({ db, log })).toBe(true);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain("the database does not answer, or cannot be written to");
  expect(lines[1]).toContain("the database answers again");
  await db.destroy();
  await network.close();
});
