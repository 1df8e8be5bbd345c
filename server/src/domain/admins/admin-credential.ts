import type { Rights } from "./rights.ts";

/** How an administrator authenticated, with a console session or a personal access token, and what that allows. */
export type AdminCredential = Readonly<
  { adminId: string; rights: Rights } & (
    | { kind: "session"; hash: string }
    | { kind: "token"; tokenId: string }
  )
>;
