import type { CommandSpec } from "../command.ts";
import { type Flag, remoteFlags, yesFlag } from "../flags.ts";

export const dkimGroups: Readonly<Record<string, string>> = {
  "instance dkim": "Manage the keys that sign emails",
};

const domainFlag: Flag = {
  name: "domain",
  value: "domain",
  about: "domain of the senders, such as example.com",
};

const requiredDomain: Flag = { ...domainFlag, isRequired: true };

export const dkimRows: readonly CommandSpec[] = [
  {
    usage: "instance dkim set",
    about: "Store the key that signs the emails from a domain, and show the DNS record to publish",
    flags: [
      requiredDomain,
      { name: "selector", value: "name", about: "name of the key in DNS, such as s1", isRequired: true },
      {
        name: "key-file",
        value: "file",
        about: "private key: PEM, RSA with at least 2048 bits; - reads it from standard input",
        isRequired: true,
        completes: "file",
      },
      ...remoteFlags,
    ],
    json: "SetDkimKeyResponse",
    examples: [
      "openssl genrsa 2048 | svc instance dkim set --domain example.com --selector s1 --key-file -",
      "svc instance dkim set --domain example.com --selector s1 --key-file dkim.pem",
    ],
    load: () => import("./instance-dkim-set.ts"),
  },
  {
    usage: "instance dkim list",
    about: "List the domains whose emails are signed, with their DNS records",
    flags: remoteFlags,
    json: "ListDkimKeysResponse",
    examples: ["svc instance dkim list"],
    load: () => import("./instance-dkim-list.ts"),
  },
  {
    usage: "instance dkim check",
    about: "Look up the DNS record of a domain, or of all, and compare it with the key",
    flags: [{ ...domainFlag, about: "only this domain" }, ...remoteFlags],
    json: '{"checks"}, each a CheckDkimKeyResponse',
    examples: ["svc instance dkim check", "svc instance dkim check --domain example.com"],
    load: () => import("./instance-dkim-check.ts"),
  },
  {
    usage: "instance dkim remove",
    about: "Delete the key of a domain; emails from it are not signed any more",
    flags: [requiredDomain, yesFlag, ...remoteFlags],
    json: '{"domain", "removed"}',
    examples: ["svc instance dkim remove --domain example.com --yes"],
    load: () => import("./instance-dkim-remove.ts"),
  },
];
