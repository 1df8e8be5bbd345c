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
  /** The text that the user must type to confirm, for what cannot be undone: a slug, an email address. */
  typed?: string;
  isDangerous?: boolean;
  /** The label of the button that closes the dialog, if "Cancel" could be mistaken for the action. */
  dismiss?: string;
  /** More fields, above the buttons. */
  children?: ReactNode;
};

/** Asks for confirmation before an action. With `typed`, the button is disabled until the user has typed that text. */
export function ConfirmDialog(props: ConfirmProps): ReactNode {
  const { isOpen, onClose, title, description } = props;
  return (
    <Dialog description={description} isOpen={isOpen} onClose={onClose} title={title}>
      <ConfirmForm {...props} />
    </Dialog>
  );
}

/** A component of its own inside the dialog, so that its state is reset when the dialog opens again. */
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
          autoFocus
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
