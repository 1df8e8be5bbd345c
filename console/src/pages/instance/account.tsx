import type { ReactNode } from "react";
import { ChangePassword } from "./change-password.tsx";
import { OwnSessions } from "./own-sessions.tsx";

/** What belongs to the administrator who is signed in. Tokens have a part of their own. */
export function AccountPart(): ReactNode {
  return (
    <div className="space-y-5">
      <OwnSessions />
      <ChangePassword />
    </div>
  );
}
