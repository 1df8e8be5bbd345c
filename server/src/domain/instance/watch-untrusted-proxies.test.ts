import { expect, test } from "vitest";
import { watchUntrustedProxies } from "./watch-untrusted-proxies.ts";

test("the busiest peer is known however many others make the header up", () => {
  const proxies = watchUntrustedProxies({ clock: () => 0, log: () => {} });
  for (let n = 0; n < 1000; n++) {
    proxies.record("10.0.0.1");
    proxies.record(`192.0.2.${n % 250}`);
    proxies.record(`2001:db8::${n}`);
  }
  expect(proxies.busiest()).toEqual({ peer: "10.0.0.1", requests: 1000, lastSeenAt: 0 });
});
