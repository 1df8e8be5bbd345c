import { Dialog as Base } from "@base-ui/react/dialog";
import { type ReactNode, useState } from "react";
import { isSignInAsked } from "../api/ended-session.ts";
import { isPasswordAsked } from "../api/reauthentication.ts";
import { common } from "../strings/common.ts";
import { Button } from "./button.tsx";
import { HoldOpen } from "./held-dialog.ts";
import { Icon } from "./icon.tsx";

export type DialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** The buttons, the one that acts last. */
  actions?: ReactNode;
};

const BACKDROP =
  "fixed inset-0 z-40 bg-shade transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0";

/** What every dialog and drawer is, in a file of its own: no screen needs it before one is opened. */
export function DialogPopup({ className, ...props }: DialogProps & { className: string }): ReactNode {
  const [isHeld, hold] = useState(false);
  const mayClose = (): boolean => !isHeld && !isPasswordAsked() && !isSignInAsked();
  return (
    <Base.Root onOpenChange={(isOpen) => !isOpen && mayClose() && props.onClose()} open={props.isOpen}>
      <Base.Portal>
        <Base.Backdrop className={BACKDROP} />
        <Base.Popup className={className}>
          <HoldOpen value={hold}>
            <Frame {...props} isHeld={isHeld} />
          </HoldOpen>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

function Frame({
  title,
  description,
  children,
  actions,
  isHeld,
  onClose,
}: DialogProps & { isHeld: boolean }): ReactNode {
  const buttons = isHeld ? (
    <Button variant="primary" onClick={onClose}>
      {common.secretStored}
    </Button>
  ) : (
    actions
  );
  return (
    <>
      <header className="flex items-start gap-4 px-5 pt-4">
        <div className="min-w-0 flex-1 space-y-1">
          <Base.Title className="text-base font-semibold">{title}</Base.Title>
          {description && (
            <Base.Description className="text-muted" render={<div />}>
              {description}
            </Base.Description>
          )}
        </div>
        {!isHeld && (
          <Base.Close
            aria-label={common.close}
            className="-mr-2 rounded-lg p-2 text-muted hover:bg-hover hover:text-ink"
          >
            <Icon name="close" />
          </Base.Close>
        )}
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{children}</div>
      {buttons && (
        <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{buttons}</footer>
      )}
    </>
  );
}
