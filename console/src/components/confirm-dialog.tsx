import { type ReactNode, useState } from "react";
import type { Failure } from "../api/failure.ts";
import { common } from "../strings/common.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { ErrorNotice } from "./error-notice.tsx";
import { TextField } from "./fields.tsx";

type ConfirmProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** What will happen, and whether it can be undone. */
  description: ReactNode;
  /** The verb on the button: "Delete user". */
  action: string;
  onConfirm: () => void;
  isBusy?: boolean;
  failure?: Failure | undefined;
  /** What must be typed first, for what cannot be undone: a slug, an email address. */
  typed?: string;
  isDangerous?: boolean;
  /** On the button that does nothing; for what is itself called canceling. */
  dismiss?: string;
  /** A choice to make along with it. */
  children?: ReactNode;
};

/** Asks before something happens; with `typed`, only who types the name of the thing can go on. */
export function ConfirmDialog(props: ConfirmProps): ReactNode {
  const { isOpen, onClose, title, description } = props;
  return (
    <Dialog description={description} isOpen={isOpen} onClose={onClose} title={title}>
      <ConfirmForm {...props} />
    </Dialog>
  );
}

/** Inside the dialog, so that what was typed is gone when it opens again. */
function ConfirmForm({
  onClose,
  action,
  onConfirm,
  isBusy,
  failure,
  typed,
  isDangerous = true,
  dismiss = common.cancel,
  children,
}: ConfirmProps) {
  const [text, setText] = useState("");
  const isReady = typed === undefined || text.trim() === typed;
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation(); // React would tell a form around the dialog, too
        if (isReady) onConfirm();
      }}
    >
      {typed !== undefined && (
        <TextField
          autoComplete="off"
          label={common.typeToConfirm(typed)}
          onChange={setText}
          spellCheck={false}
          value={text}
        />
      )}
      {children}
      {failure && <ErrorNotice failure={failure} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{dismiss}</Button>
        <Button
          disabled={!isReady}
          isBusy={isBusy ?? false}
          variant={isDangerous ? "danger" : "primary"}
          type="submit"
        >
          {action}
        </Button>
      </div>
    </form>
  );
}
