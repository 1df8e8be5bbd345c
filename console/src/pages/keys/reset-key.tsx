import { ProjectService } from "@svc/proto/svc/admin/v1/projects_pb";
import { type ReactNode, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { keys as text } from "../../strings/keys.ts";

/** The way out when a key has leaked. It costs every session, and says so. */
export function ResetKey({ slug }: { slug: string }): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const reset = useAction(ProjectService.method.resetSigningKey, {
    done: ({ revokedSessions }) => text.resetDone(revokedSessions),
    failures: "inline",
  });
  const close = (): void => {
    setAsking(false);
    reset.reset();
  };
  return (
    <section
      aria-label={text.danger}
      className="flex flex-wrap items-center justify-between gap-4 rounded-xl border border-danger/40 bg-surface p-4 shadow-card"
    >
      <div>
        <h2 className="font-semibold text-danger-ink">{text.reset}</h2>
        <p className="text-xs text-muted">{text.resetText}</p>
      </div>
      <Button variant="danger" onClick={() => setAsking(true)}>
        {text.reset}
      </Button>
      <ConfirmDialog
        action={text.reset}
        description={<WhatBreaks />}
        failure={reset.failure}
        isBusy={reset.isRunning}
        isOpen={isAsking}
        onClose={close}
        onConfirm={async () => {
          if (await reset.run({ project: slug })) close();
        }}
        title={text.resetTitle}
        typed={slug}
      />
    </section>
  );
}

function WhatBreaks(): ReactNode {
  return (
    <>
      <ul className="list-disc space-y-1 pl-4">
        {text.resetBreaks.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="mt-2 font-medium text-ink">{text.resetUndo}</p>
    </>
  );
}
