import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { timeToWait } from "./time-to-wait.ts";

test("an address that takes connections has all the time, one that does not a second", async () => {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await timeToWait(url, 60_000)).toBe(60_000);
  await new Promise((resolve) => server.close(resolve));
  expect(await timeToWait(url, 60_000)).toBe(1_000);
  expect(await timeToWait("http://[::1]:9", 60_000)).toBe(1_000);
});
