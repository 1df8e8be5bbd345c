import { expect, test } from "vitest";
import { createLog } from "./log.ts";
import { type LogIp, shownIp, withShownIps } from "./shown-ip.ts";

test.each([
  ["203.0.113.77", "203.0.113.0/24"],
  ["2001:db8:aaaa:bbbb::77", "2001:db8:aaaa::/48"],
  ["2001:db8::1", "2001:db8:0::/48"],
  ["::1", "0:0:0::/48"],
  ["::ffff:203.0.113.77", "203.0.113.0/24"],
  ["::ffff:cb00:714d", "203.0.113.0/24"],
  ["fe80::1%eth0", "fe80:0:0::/48"],
  ["unknown", "unknown"],
])("%s is shown as %s when truncated", (ip, network) => {
  expect(shownIp(ip, "truncated")).toBe(network);
  expect(shownIp(ip, "full")).toBe(ip);
  expect(shownIp(ip, "off")).toBe(ip === "unknown" ? "unknown" : undefined);
});

test("a text from outside loses every address and nothing else", () => {
  const text =
    "/a/203.0.113.77:80/[2001:db8:aaaa:bbbb::77]/::ffff:203.0.113.77/12:30:00/1.2.3/svc.auth.v1/::1";
  expect(withShownIps(text, "off")).toBe("/a/…:80/[…]/…/12:30:00/1.2.3/svc.auth.v1/…");
});

test("a line of the log hides the address also where its path or another field repeats it", () => {
  const lineWith = (logIp: LogIp): unknown => {
    let written = "";
    const log = createLog(
      { logFormat: "json", logIp },
      () => 0,
      (line) => (written = line),
      { worker: 1 },
    );
    const fields = {
      ip: "203.0.113.77",
      path: "/198.51.100.9",
      ms: 1,
      detail: "of 203.0.113.77, at 192.0.2.1",
    };
    log("info", "http", fields);
    return JSON.parse(written);
  };
  // 192.0.2.1 is no client: a database or a relay, which the operator has to find.
  expect(lineWith("off")).toMatchObject({ path: "/…", ms: 1, detail: "of …, at 192.0.2.1", worker: 1 });
  expect(lineWith("off")).not.toHaveProperty("ip");
  expect(lineWith("truncated")).toMatchObject({
    ip: "203.0.113.0/24",
    path: "/198.51.100.0/24",
    detail: "of 203.0.113.0/24, at 192.0.2.1",
  });
  expect(lineWith("full")).toMatchObject({ ip: "203.0.113.77", path: "/198.51.100.9" });
});
