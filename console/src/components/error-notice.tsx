import type { ReactNode } from "react";
import type { Failure } from "../api/failure.ts";
import { common } from "../strings/common.ts";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";

/** Whoever mistypes a password or a code needs no support. */
const MISTYPED: readonly string[] = ["INVALID_CREDENTIALS", "MFA_CODE_INVALID"];

/** The one way to say in place that something failed: the reason's text, the request id, a way to retry. */
export function ErrorNotice({ failure, onRetry }: { failure: Failure; onRetry?: () => void }): ReactNode {
  return (
    <div className="flex gap-3 rounded-lg bg-danger-soft p-3 text-danger-ink" role="alert">
      <span className="mt-0.5">
        <Icon name="alert" />
      </span>
      <div className="min-w-0 flex-1 space-y-1">
        <p className="font-medium">{failure.text}</p>
        {!MISTYPED.includes(failure.reason) && <FailureFacts failure={failure} />}
      </div>
      {onRetry && (
        <Button icon="refresh" onClick={onRetry}>
          {common.retry}
        </Button>
      )}
    </div>
  );
}

/** What support asks for. Without a request id it did not come from the server, and there is nothing to ask for. */
export function FailureFacts({ failure: { reason, requestId } }: { failure: Failure }): ReactNode {
  if (requestId === "") return null;
  return (
    <p className="font-mono text-xs break-all">
      {reason} · {common.requestId} {requestId}
    </p>
  );
}
