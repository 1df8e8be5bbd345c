import type { Access } from "../../server/src/rpc/context.ts";

const KEY = "x-svc-key: pk_...";
const BEARER = "authorization: Bearer eyJ...";
const PAT = "authorization: Bearer svc_pat_...";
const RECENT = "that signed in within the last 10 minutes";

type Words = Readonly<{
  /** Who may call it. */
  caller: string;
  /** The headers of an example. */
  headers: readonly string[];
}>;

/** Each kind of access in words. A new one does not compile without them. */
export const accessWords: Readonly<Record<Access, Words>> = {
  open: { caller: "anyone, without a credential", headers: [] },
  "publishable-key": { caller: "an app (publishable key)", headers: [KEY] },
  user: {
    caller: "a signed-in user (publishable key, and access token as Bearer)",
    headers: [KEY, BEARER],
  },
  "user-if-any": {
    caller: "an app (publishable key), with or without a signed-in user (access token as Bearer)",
    headers: [KEY, BEARER],
  },
  "secret-key": { caller: "a backend (secret key)", headers: ["x-svc-key: sk_..."] },
  admin: {
    caller: "an administrator (personal access token, or session of the console)",
    headers: [PAT],
  },
  "admin-session": {
    caller: "an administrator (session of the console, not a personal access token)",
    headers: ["connect-protocol-version: 1", "cookie: svc_admin=..."],
  },
  "recent-admin": {
    caller: `an administrator (personal access token, or session of the console ${RECENT})`,
    headers: [PAT],
  },
  "recent-admin-session": {
    caller: `an administrator (session of the console ${RECENT}, not a personal access token)`,
    headers: ["connect-protocol-version: 1", "cookie: svc_admin=..."],
  },
  "recent-admin-for-some-changes": {
    caller: `an administrator (personal access token, or session of the console). For some changes, the session must be one ${RECENT}`,
    headers: [PAT],
  },
  "own-site": {
    caller: "anyone, without a credential. A browser may call it only from a page of this server",
    headers: [],
  },
};
