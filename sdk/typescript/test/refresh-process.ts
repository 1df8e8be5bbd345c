import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { createAuthClient } from "../src/sdk.ts";
import { DeviceClock, MINUTE } from "./device-clock.ts";

// A process of its own that shares a file with others and has no lock: refreshes when it is told to.
const [baseUrl = "", publishableKey = "", file = ""] = process.argv.slice(2);
const clock = new DeviceClock();
const client = createAuthClient({
  baseUrl,
  publishableKey,
  clock,
  storage: {
    getItem: () => readFileSync(file, "utf8"),
    setItem: (_key, value) => {
      writeFileSync(`${file}.${process.pid}`, value);
      renameSync(`${file}.${process.pid}`, file);
    },
    removeItem: () => {},
  },
});

process.on("message", async () => {
  clock.pass(20 * MINUTE);
  const token = await client.getAccessToken().catch((error) => error);
  process.send?.({ token: String(token), state: client.state });
});
await client.ready;
process.send?.("ready");
