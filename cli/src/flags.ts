import { type Key, type KeyName, keys } from "@svc/server/config";

export type Flag = Readonly<{
  /** Without dashes, as typed. */
  name: string;
  short?: string;
  /** What its value looks like; none for a switch. */
  value?: string;
  about: string;
  isRequired?: true;
  isWholeNumber?: true;
  /** May be typed several times; the command gets all values, joined by commas. */
  isRepeatable?: true;
  /** Given to the command when the flag is not typed. */
  fallback?: string | number;
  /** The default that the configuration fills in, for help only. */
  shownDefault?: string;
  choices?: readonly string[];
  completes?: "file" | "directory";
  heading?: string;
}>;

function configFlag(name: KeyName, heading?: string): Flag {
  const { flag, value, about, fallback, choices, completes }: Key = keys[name];
  if (flag === undefined) throw new Error(`${name} has no flag`);
  return {
    name: flag,
    about,
    ...(value !== undefined && { value }),
    ...(value !== undefined && fallback !== "" && { shownDefault: String(fallback) }),
    ...(choices !== undefined && { choices }),
    ...(completes !== undefined && { completes }),
    ...(heading !== undefined && { heading }),
  };
}

export const localHeading = "Local flags:";

/** Shared by every command that works on a data directory. */
export const localFlags: readonly Flag[] = (
  ["addr", "baseUrl", "config", "dataDir", "databaseUrl"] as const
).map((name) => configFlag(name, localHeading));

export const serveFlags: readonly Flag[] = (
  [
    "acmeDomain",
    "backupDir",
    "backupInterval",
    "logFormat",
    "logIp",
    "maxConnections",
    "metricsAddr",
    "reflection",
    "tlsCertFile",
    "tlsKeyFile",
    "trustedProxies",
    "workers",
  ] as const
).map((name) => configFlag(name));

export const emailFlag: Flag = {
  name: "email",
  value: "address",
  about: "email address of the administrator",
  isRequired: true,
};

export const jsonFlag: Flag = { name: "json", about: "print one JSON object instead of text" };

/** Shared by every command that talks to a server. */
export const remoteFlags: readonly Flag[] = [
  {
    name: "context",
    value: "name",
    about: "saved context to use instead of SVC_CONTEXT or the current context",
  },
  jsonFlag,
];

export const projectFlag: Flag = {
  name: "project",
  value: "slug|id",
  about: "the project",
  isRequired: true,
};

/** For a change that must not overwrite what somebody else has written since. */
export const etagFlag: Flag = {
  name: "etag",
  value: "etag",
  about: "make the change only if this is still the etag that the get command shows",
};
/** What a new personal access token is limited to. */
export const tokenLimitFlags: readonly Flag[] = [
  {
    name: "project",
    value: "slug|id",
    about: "a project that the token works in, instead of all; may be given several times",
    isRepeatable: true,
  },
  { name: "read-only", about: "the token can read and change nothing" },
];

export const yesFlag: Flag = { name: "yes", about: "skip the confirmation" };

/** `--name <value>`, as help and documentation show it. */
export function flagSyntax({ short, name, value }: Flag): string {
  return `${short === undefined ? "" : `-${short}, `}--${name}${value === undefined ? "" : ` <${value}>`}`;
}
