import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { clientIpReader } from "./client-ip.ts";

function request(peer: string | undefined, headers: Record<string, string> = {}): IncomingMessage {
  return { socket: { remoteAddress: peer }, headers } as unknown as IncomingMessage;
}

const forwarded = (hops: string) => ({ "x-forwarded-for": hops });

describe("without trusted proxies", () => {
  const clientIp = clientIpReader([]);

  test.each([
    "x-forwarded-for",
    "x-real-ip",
    "true-client-ip",
    "forwarded",
    "x-forwarded-host",
    "cf-connecting-ip",
  ])("%s changes nothing", (name) => {
    expect(clientIp(request("203.0.113.9", { [name]: "198.51.100.1" }))).toBe("203.0.113.9");
  });

  test.each([
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["2001:db8::1", "2001:db8::1"],
    ["::1", "::1"],
    [undefined, "unknown"],
  ])("the peer %j is the client %j", (peer, client) => {
    expect(clientIp(request(peer))).toBe(client);
  });
});

describe("behind 10.0.0.0/8, 192.0.2.7 and 2001:db8:ffff::/48", () => {
  const clientIp = clientIpReader(["10.0.0.0/8", "192.0.2.7", "2001:db8:ffff::/48"]);

  test.each([
    ["the one hop", "198.51.100.1", "198.51.100.1"],
    ["the right-most that is not a proxy", "1.1.1.1, 198.51.100.1, 10.0.0.2", "198.51.100.1"],
    ["not what the client itself wrote on the left", "127.0.0.1, 10.0.0.9, 198.51.100.1", "198.51.100.1"],
    ["an IPv6 client", "2001:db8::1", "2001:db8::1"],
    ["an IPv6 client behind an IPv6 proxy", "2001:db8::1, 2001:db8:ffff::5", "2001:db8::1"],
    ["an IPv6 client in its one canonical form", "2001:DB8:0:0::0001", "2001:db8::1"],
    ["an IPv4 client inside IPv6", "::ffff:198.51.100.1", "198.51.100.1"],
    ["an IPv4 client inside IPv6, in hexadecimal", "::ffff:c633:6401", "198.51.100.1"],
    ["a proxy inside IPv6 is still a proxy", "198.51.100.1, ::ffff:10.0.0.2", "198.51.100.1"],
    ["an address with its port", "198.51.100.1:4711", "198.51.100.1"],
    ["an IPv6 address with its port", "[2001:db8::1]:4711", "2001:db8::1"],
    ["the left-most when all are proxies", "10.0.0.3, 10.0.0.2", "10.0.0.3"],
    ["the proxy when the hop is unreadable", "unknown", "10.0.0.1"],
    ["the last readable hop before garbage", "1.1.1.1, garbage, 10.0.0.2", "10.0.0.2"],
    ["the proxy when the header is empty", "", "10.0.0.1"],
    ["the proxy when the last hop is empty", "198.51.100.1,", "10.0.0.1"],
    ["the proxy for a script", "<script>", "10.0.0.1"],
    ["the proxy for a number out of range", "198.51.100.256", "10.0.0.1"],
    ["an address without its zone", "fe80::1%eth0", "fe80::1"],
  ])("the client is %s: %j", (_name, hops, client) => {
    expect(clientIp(request("10.0.0.1", forwarded(hops)))).toBe(client);
  });

  test.each(["192.0.2.7", "2001:db8:ffff::1", "::ffff:10.1.2.3"])("the peer %s is believed", (peer) => {
    expect(clientIp(request(peer, forwarded("198.51.100.1")))).toBe("198.51.100.1");
  });

  test.each(["192.0.2.8", "11.0.0.1", "2001:db8:fffe::1", "::1"])("the peer %s is not believed", (peer) => {
    expect(clientIp(request(peer, forwarded("198.51.100.1")))).toBe(peer);
  });

  test("a chain of 100 hops and more is read from the right", () => {
    const hops = ["198.51.100.1", ...Array.from({ length: 100 }, (_, i) => `10.0.1.${i}`)];
    expect(clientIp(request("10.0.0.1", forwarded(hops.slice(0, 100).join(", "))))).toBe("198.51.100.1");
    expect(clientIp(request("10.0.0.1", forwarded(hops.join(","))))).toBe("10.0.1.0");
  });

  test("no other header is read", () => {
    const headers = { "x-real-ip": "198.51.100.1", forwarded: "for=198.51.100.1" };
    expect(clientIp(request("10.0.0.1", headers))).toBe("10.0.0.1");
  });
});
