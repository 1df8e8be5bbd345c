import type { ReactNode } from "react";
import { ChangePassword } from "./change-password.tsx";
import { OwnFactors } from "./own-factors.tsx";
import { OwnPasskeys } from "./own-passkeys.tsx";
import { OwnSessions } from "./own-sessions.tsx";

/** What belongs to the administrator who is signed in. Tokens have a part of their own. */
export function AccountPart(): ReactNode {
  return (
    <div className="space-y-5">
      <OwnSessions />
      <OwnFactors />
      <OwnPasskeys />
      <ChangePassword />
    </div>
  );
}
