import { isIP } from "node:net";
import { groupsOf } from "../wire/network-of.ts";

export const logIps = ["full", "truncated", "off"] as const;

/** What the log says of the address of a client. */
export type LogIp = (typeof logIps)[number];

/**
 * The address as the log shows it: whole, its /24 or /48 network, or undefined. What is no address, such as `unknown`,
 * stays.
 */
export function shownIp(ip: string, logIp: LogIp): string | undefined {
  const family = isIP(ip);
  if (logIp === "full" || family === 0) return ip;
  if (logIp === "off") return undefined;
  if (family === 4) return `${ip.split(".").slice(0, 3).join(".")}.0/24`;
  const groups = groupsOf(ip);
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return `${high >> 8}.${high & 255}.${low >> 8}.0/24`;
  const network = groups.slice(0, 3).map((group) => group.toString(16));
  return `${network.join(":")}::/48`;
}

/** Also matches times such as `12:30:00`, which `isIP` tells from addresses. */
const ADDRESS_LIKE = /[\da-f]*:[\da-f:]*:\d+\.\d+\.\d+\.\d+|[\da-f]*:[\da-f:]+|\d+\.\d+\.\d+\.\d+/gi;

/** A text from outside, such as a path, with every address in it as the log shows it. */
export function withShownIps(text: string, logIp: LogIp): string {
  return text.replace(ADDRESS_LIKE, (address) => shownIp(address, logIp) ?? "…");
}
