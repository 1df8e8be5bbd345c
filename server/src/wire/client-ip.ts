import type { IncomingHttpHeaders } from "node:http";
import { BlockList, isIP, SocketAddress } from "node:net";

type Addressed = {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
};

const REMEMBERED_PEERS = 1_000;

/**
 * The client's address. `X-Forwarded-For` is read only from trusted proxies: the right-most address that
 * is not a trusted proxy is the client.
 */
export function clientIpReader(
  trustedProxies: readonly string[],
  /** Called with the address of a peer that sends the header and is not a trusted proxy. */
  distrusted: (peer: string) => void = () => {},
): (request: Addressed) => string {
  const isTrusted = matcherOf(trustedProxies);
  const isProxy = remembered(isTrusted);
  return (request) => {
    const peer = plainIp(request.socket.remoteAddress ?? "") ?? "unknown";
    const forwarded = request.headers["x-forwarded-for"];
    if (trustedProxies.length === 0 || peer === "unknown" || !isProxy(peer)) {
      if (forwarded !== undefined) distrusted(peer);
      return peer;
    }
    const hops = (Array.isArray(forwarded) ? forwarded.join(",") : (forwarded ?? "")).split(",").slice(-100);
    let client = peer;
    for (const hop of hops.reverse()) {
      const ip = plainIp(hop.trim());
      if (!ip) break; // an unreadable hop makes everything to its left untrustworthy
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

/** A proxy is the peer of many calls. What callers claim to be is not remembered: it is different in each. */
function remembered(decide: (ip: string) => boolean): (ip: string) => boolean {
  const known = new Map<string, boolean>();
  return (ip) => {
    let decided = known.get(ip);
    if (decided === undefined) {
      decided = decide(ip);
      if (known.size >= REMEMBERED_PEERS) known.clear();
      known.set(ip, decided);
    }
    return decided;
  };
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
 * The canonical form of an address, because limits are counted by it. An IPv4-mapped IPv6 address
 * (`::ffff:10.0.0.1`) becomes the IPv4 address; port and zone are removed.
 */
function plainIp(text: string): string | undefined {
  if (isIP(text) === 4) return text;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(text)?.[1]; // how Node writes an IPv4 peer by default
  if (mapped && isIP(mapped) === 4) return mapped;
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  const family = isIP(bare);
  if (family !== 6) return family === 4 ? bare : undefined;
  const [withoutZone = ""] = bare.split("%", 1);
  const { address } = new SocketAddress({ address: withoutZone, family: "ipv6" });
  return /^::ffff:([\d.]+)$/.exec(address)?.[1] ?? address;
}
