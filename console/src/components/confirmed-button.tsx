import { type ReactNode, useState } from "react";
import type { Failure } from "../api/failure.ts";
import { Button } from "./button.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import type { Needs } from "./rights.tsx";

type ConfirmedProps = {
  /** The verb on both buttons: "Remove". */
  label: string;
  /** The same with what it is about, for those who hear the page: "Remove My phone". */
  labelOf: string;
  needs?: Needs;
  className?: string;
  title: string;
  /** What will happen, and whether it can be undone. */
  description: ReactNode;
  /** Of `useAction`, with its failures inline. */
  action: { isRunning: boolean; failure: Failure | undefined; reset: () => void };
  /** Resolves with something once it is done: then the dialog closes. */
  onConfirm: () => Promise<unknown>;
};

/** A button whose action is confirmed in a dialog. */
export function ConfirmedButton(props: ConfirmedProps): ReactNode {
  const { label, labelOf, needs, className = "", title, description, action, onConfirm } = props;
  const [isAsking, setAsking] = useState(false);
  const go = async (): Promise<void> => {
    if (await onConfirm()) setAsking(false);
  };
  return (
    <>
      <Button
        aria-label={labelOf}
        className={className}
        onClick={() => setAsking(true)}
        {...(needs && { needs })}
      >
        {label}
      </Button>
      <ConfirmDialog
        action={label}
        description={description}
        failure={action.failure}
        isBusy={action.isRunning}
        isOpen={isAsking}
        onClose={() => {
          setAsking(false);
          action.reset();
        }}
        onConfirm={() => void go()}
        title={title}
      />
    </>
  );
}
