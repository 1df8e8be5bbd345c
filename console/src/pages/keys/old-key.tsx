import type { OldSecretKey } from "@svc/proto/svc/admin/v1/project_pb";
import { ProjectService } from "@svc/proto/svc/admin/v1/projects_pb";
import { type ReactNode, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { keys as text } from "../../strings/keys.ts";

/** The secret key of before, while it works beside the new one. */
export function OldKey({ slug, old }: { slug: string; old: OldSecretKey }): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const end = useAction(ProjectService.method.endOldSecretKey, {
    done: () => text.oldEnded,
    failures: "inline",
  });
  const confirm = async (): Promise<void> => {
    if (await end.run({ project: slug })) setAsking(false);
  };
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-lg bg-warn-soft p-3 text-warn-ink">
      <p className="min-w-0 flex-1 basis-48">
        {text.oldWorks} <code className="font-mono text-xs">sk_…{old.last4}</code> {text.oldUntil}{" "}
        <RelativeTime at={old.expiresAt} />
      </p>
      <Button needs="administrator" onClick={() => setAsking(true)}>
        {text.endOld}
      </Button>
      <ConfirmDialog
        action={text.endOld}
        description={text.endOldText}
        failure={end.failure}
        isBusy={end.isRunning}
        isOpen={isAsking}
        onClose={() => {
          setAsking(false);
          end.reset();
        }}
        onConfirm={() => void confirm()}
        title={text.endOldTitle}
      />
    </div>
  );
}
