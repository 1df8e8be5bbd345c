import type { IncomingHttpHeaders } from "node:http";
import { BlockList, isIP, SocketAddress } from "node:net";

type Addressed = {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
};

/**
 * The address that a request comes from. `X-Forwarded-For` counts only as far as the peers that
 * wrote it are trusted: the right-most address that is not a trusted proxy is the client.
 */
export function clientIpReader(
  trustedProxies: readonly string[],
  /** Told of a peer that sends the header and is not believed. */
  distrusted: (peer: string) => void = () => {},
): (request: Addressed) => string {
  const isTrusted = matcherOf(trustedProxies);
  return (request) => {
    const peer = plainIp(request.socket.remoteAddress ?? "") ?? "unknown";
    const forwarded = request.headers["x-forwarded-for"];
    if (trustedProxies.length === 0 || peer === "unknown" || !isTrusted(peer)) {
      if (forwarded !== undefined) distrusted(peer);
      return peer;
    }
    const hops = (Array.isArray(forwarded) ? forwarded.join(",") : (forwarded ?? "")).split(",").slice(-100);
    let client = peer;
    for (const hop of hops.reverse()) {
      const ip = plainIp(hop.trim());
      if (!ip) break; // nothing left of an unreadable hop can be believed
      client = ip;
      if (!isTrusted(ip)) break;
    }
    return client;
  };
}

/** Whether a connection comes from a trusted proxy. */
export function isTrustedPeer(trustedProxies: readonly string[]): (peer: Addressed["socket"]) => boolean {
  const isTrusted = matcherOf(trustedProxies);
  return ({ remoteAddress = "" }) => {
    const ip = plainIp(remoteAddress);
    return ip !== undefined && isTrusted(ip);
  };
}

function matcherOf(ranges: readonly string[]): (ip: string) => boolean {
  const list = blockList(ranges);
  return (ip) => list.check(ip, isIP(ip) === 6 ? "ipv6" : "ipv4");
}

function blockList(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = "", prefix] = entry.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

/**
 * One text for one address, because limits are counted by it. An IPv4 address inside an IPv6 one
 * (`::ffff:10.0.0.1`) is the IPv4 address; a port and a zone are cut off.
 */
function plainIp(text: string): string | undefined {
  if (isIP(text) === 4) return text;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(text)?.[1]; // how Node tells an IPv4 peer by default
  if (mapped && isIP(mapped) === 4) return mapped;
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  const family = isIP(bare);
  if (family !== 6) return family === 4 ? bare : undefined;
  const [withoutZone = ""] = bare.split("%", 1);
  const { address } = new SocketAddress({ address: withoutZone, family: "ipv6" });
  return /^::ffff:([\d.]+)$/.exec(address)?.[1] ?? address;
}
