import type { Rights } from "../domain/admins/rights.ts";

/** Of an owner with a session or with a token without limits. */
export const OWNER_RIGHTS: Rights = { isOwner: true, roles: new Map() };
