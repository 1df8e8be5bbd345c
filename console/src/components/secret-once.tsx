import { type ReactNode, useState } from "react";
import { common } from "../strings/common.ts";
import { Button } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";
import { useHeldDialog } from "./held-dialog.ts";
import { Icon } from "./icon.tsx";

/**
 * A secret that exists in one answer only. Covered until it is asked for. Keep it in the state of the
 * dialog that shows it and nowhere else: closed, it is gone from the page. So the dialog closes only by its button.
 */
export function SecretOnce({ label, secret }: { label: string; secret: string }): ReactNode {
  useHeldDialog();
  const [isShown, setShown] = useState(false);
  return (
    <section aria-label={label} className="space-y-3 rounded-lg border border-warn/40 bg-warn-soft p-3">
      <p className="flex gap-2 font-medium text-warn-ink">
        <Icon name="alert" />
        {common.secretOnce}
      </p>
      <div>
        <p className="mb-1 text-xs font-medium">{label}</p>
        <code className="block rounded-md bg-surface p-2 font-mono text-xs break-all" data-testid="secret">
          {isShown ? secret : `${secret.slice(0, 3)}${"•".repeat(28)}`}
        </code>
      </div>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={secret} />
        <Button icon="eye" onClick={() => setShown(!isShown)}>
          {isShown ? common.hide : common.show}
        </Button>
      </div>
    </section>
  );
}
