import type { PasskeyDomain } from "./passkey-domain.ts";

/** Whose passkeys a ceremony is about, and where they may be used. */
export type PasskeyOwners = PasskeyDomain &
  Readonly<{
    /** The id of a project, or `administrators`. Challenges and user handles are made for it. */
    ownersId: string;
  }>;
