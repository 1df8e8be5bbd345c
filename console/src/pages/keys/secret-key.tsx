import { ProjectService } from "@svc/proto/svc/admin/v1/projects_pb";
import { type ReactNode, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { useRequestedAction } from "../../app/requested-action.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { SecretOnce } from "../../components/secret-once.tsx";
import { keys as text } from "../../strings/keys.ts";

/** The key that nobody can read any more, and the way to another one. */
export function SecretKey({ slug }: { slug: string }): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const [secret, setSecret] = useState("");
  useRequestedAction("regenerate-secret-key", () => setAsking(true));
  const regenerate = useAction(ProjectService.method.regenerateSecretKey, {
    done: () => text.regenerated,
    failures: "inline",
  });
  const confirm = async (): Promise<void> => {
    const answer = await regenerate.run({ project: slug });
    if (!answer) return;
    setAsking(false);
    setSecret(answer.secretKey);
  };
  return (
    <section aria-label={text.secret} className="space-y-1.5">
      <h3 className="font-medium">{text.secret}</h3>
      <div className="flex flex-wrap items-center gap-3">
        <code className="font-mono text-xs">
          sk_•••••••• <span className="font-sans text-muted">{text.secretHidden}</span>
        </code>
        <Button needs="administrator" icon="refresh" onClick={() => setAsking(true)}>
          {text.regenerate}
        </Button>
      </div>
      <p className="text-xs text-muted">{text.secretHint}</p>
      <ConfirmDialog
        action={text.regenerate}
        description={text.regenerateText}
        failure={regenerate.failure}
        isBusy={regenerate.isRunning}
        isOpen={isAsking}
        onClose={() => {
          setAsking(false);
          regenerate.reset();
        }}
        onConfirm={() => void confirm()}
        title={text.regenerateTitle}
        typed={slug}
      />
      <Dialog
        description={text.newSecretText}
        isOpen={secret !== ""}
        onClose={() => setSecret("")}
        title={text.newSecretTitle}
      >
        <SecretOnce label={text.secret} secret={secret} />
      </Dialog>
    </section>
  );
}
