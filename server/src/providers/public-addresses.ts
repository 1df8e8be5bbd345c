import { BlockList } from "node:net";

/** Registers of special-purpose addresses: RFC 6890 and its successors. */
const RESERVED: readonly (readonly [network: string, prefix: number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

/** Tells whether anybody on the internet could reach an address. */
export function createIsPublic(): (address: string) => boolean {
  const reserved = new BlockList();
  for (const [network, prefix] of RESERVED) reserved.addSubnet(network, prefix, familyOf(network));
  // Only these are given out. Addresses of IPv4 within IPv6 are not among them.
  const global = new BlockList();
  global.addSubnet("2000::", 3, "ipv6");
  return (address) => {
    const family = familyOf(address);
    if (family === "ipv6" && !global.check(address, family)) return false;
    return !reserved.check(address, family);
  };
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return address.includes(":") ? "ipv6" : "ipv4";
}
