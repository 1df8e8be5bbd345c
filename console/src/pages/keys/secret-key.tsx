import type { OldSecretKey } from "@svc/proto/svc/admin/v1/project_pb";
import { ProjectService } from "@svc/proto/svc/admin/v1/projects_pb";
import { type ReactNode, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { useRequestedAction } from "../../app/requested-action.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { type Option, SelectField } from "../../components/fields.tsx";
import { SecretOnce } from "../../components/secret-once.tsx";
import { keys as text } from "../../strings/keys.ts";
import { OldKey } from "./old-key.tsx";

type Keep = keyof typeof text.keepOptions;

const OPTIONS: Option<Keep>[] = (["0", "3600", "86400", "604800"] as const).map((value) => ({
  value,
  label: text.keepOptions[value],
}));

/** The key that nobody can read any more, and the way to another one. */
export function SecretKey({ slug, old }: { slug: string; old: OldSecretKey | undefined }): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const [keep, setKeep] = useState<Keep>("0");
  const [secret, setSecret] = useState("");
  useRequestedAction("regenerate-secret-key", () => setAsking(true));
  const regenerate = useAction(ProjectService.method.regenerateSecretKey, {
    done: ({ oldKeyExpiresAt }) => (oldKeyExpiresAt ? text.regeneratedBoth : text.regenerated),
    failures: "inline",
  });
  const confirm = async (): Promise<void> => {
    const answer = await regenerate.run({ project: slug, keepOldForSeconds: Number(keep) });
    if (!answer) return;
    setAsking(false);
    setKeep("0");
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
      {old && <OldKey old={old} slug={slug} />}
      <ConfirmDialog
        action={text.regenerate}
        description={keep === "0" ? text.regenerateText : text.regenerateTextBoth}
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
      >
        <SelectField
          hint={text.keepHint}
          label={text.keepField}
          onChange={setKeep}
          options={OPTIONS}
          value={keep}
        />
      </ConfirmDialog>
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
