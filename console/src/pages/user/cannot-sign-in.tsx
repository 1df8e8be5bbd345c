import { timestampDate, timestampMs } from "@bufbuild/protobuf/wkt";
import type { GetUserResponse } from "@svc/proto/svc/admin/v1/users_pb";
import type { ReactNode } from "react";
import { useProject } from "../../app/current-project.ts";
import { Icon } from "../../components/icon.tsx";
import { user as text } from "../../strings/user.ts";

const MINUTE_MS = 60_000;

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** Why the user cannot sign in now, in one line. Nothing for everybody else. */
export function CannotSignIn({ answer }: { answer: GetUserResponse }): ReactNode {
  const { data } = useProject();
  const why = reasonOf(answer, data?.project?.settings?.requireEmailVerification ?? false);
  if (!why) return null;
  return (
    <p className="mb-5 flex items-start gap-3 rounded-lg bg-danger-soft p-3 text-danger-ink" role="status">
      <span className="mt-0.5">
        <Icon name="alert" />
      </span>
      <span className="min-w-0">
        <span className="font-medium">{text.cannotSignIn}</span> {why}
      </span>
    </p>
  );
}

function reasonOf({ user, disabledAt, signInPausedUntil }: GetUserResponse, mustVerify: boolean): ReactNode {
  if (!user) return undefined;
  if (user.disabled) return text.disabledSince(disabledAt ? moment.format(timestampDate(disabledAt)) : "");
  if (mustVerify && user.email !== "" && !user.emailVerified) return text.mustVerify;
  const pauseMs = signInPausedUntil ? timestampMs(signInPausedUntil) - Date.now() : 0;
  return pauseMs > 0 ? text.paused(Math.ceil(pauseMs / MINUTE_MS)) : undefined;
}
