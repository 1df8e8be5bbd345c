import { Dialog as Base } from "@base-ui/react/dialog";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { isSignInAsked } from "../api/ended-session.ts";
import { isPasswordAsked } from "../api/reauthentication.ts";
import { common } from "../strings/common.ts";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";

/** Tells the dialog around something that it must not close by accident. */
const HoldOpen = createContext<(isHeld: boolean) => void>(() => {});

/** While this is shown, the dialog around it closes only by its buttons. */
export function useHeldDialog(): void {
  const hold = useContext(HoldOpen);
  useEffect(() => {
    hold(true);
    return () => hold(false);
  }, [hold]);
}

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

/**
 * A question or a short form in the middle of the screen. Closed, it keeps nothing of what was in it. It stays open under the question
 * for the password, wherever somebody clicks there.
 */
export function Dialog(props: DialogProps): ReactNode {
  return (
    <Popup
      {...props}
      className="popup fixed top-1/2 left-1/2 z-40 flex max-h-[calc(100dvh-2rem)] w-[min(30rem,calc(100vw-2rem))] -translate-1/2 flex-col data-ending-style:scale-98 data-starting-style:scale-98"
    />
  );
}

/** A panel from the right, for details beside what they belong to; the whole width on a phone. */
export function Drawer(props: DialogProps): ReactNode {
  return (
    <Popup
      {...props}
      className="fixed inset-y-0 right-0 z-40 flex w-[min(36rem,100vw)] flex-col bg-raised shadow-float transition-transform duration-200 outline-none data-ending-style:translate-x-full data-starting-style:translate-x-full"
    />
  );
}

function Popup({ className, ...props }: DialogProps & { className: string }): ReactNode {
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
