import type { User } from "@svc/proto/svc/admin/v1/user_pb";
import type { ReactNode } from "react";
import { Icon } from "../../components/icon.tsx";
import { user as text } from "../../strings/user.ts";

/** Says that no email is sent to the user's address, and why. Nothing for everybody else. */
export function Bouncing({ user }: { user: User | undefined }): ReactNode {
  if (!user?.emailBounces) return null;
  return (
    <p className="mb-5 flex items-start gap-3 rounded-lg bg-warn-soft p-3 text-warn-ink" role="status">
      <span className="mt-0.5">
        <Icon name="alert" />
      </span>
      <span className="min-w-0">
        <span className="font-medium">{text.bounces}</span> {text.bouncesText}
        {user.emailBounceReason !== "" && (
          <span className="block font-mono text-xs break-words">{user.emailBounceReason}</span>
        )}
      </span>
    </p>
  );
}
