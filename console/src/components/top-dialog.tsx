import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { common } from "../strings/common.ts";
import { IconButton } from "./button.tsx";

/** The browser's own dialog: over another one that is open, only it keeps that one's hands off the focus. */
export function TopDialog({
  title,
  description,
  onDecline,
  children,
}: {
  title: string;
  description: string;
  /** Without it, the dialog cannot be closed. */
  onDecline?: () => void;
  children: ReactNode;
}): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.querySelector<HTMLElement>("[type=password], [autocomplete=one-time-code]")?.focus(); // not the button to close, which comes first
    return () => element?.close(); // gives the focus back
  }, []);
  return createPortal(
    <dialog
      aria-describedby={`${id}-text`}
      aria-labelledby={`${id}-title`}
      className="popup m-auto w-[min(30rem,calc(100vw-2rem))] text-ink backdrop:bg-shade"
      onCancel={(event) => {
        event.preventDefault();
        onDecline?.();
      }}
      onClose={() => {
        // A phone's back button closes it without asking.
        if (onDecline) onDecline();
        else if (!dialog.current?.open) dialog.current?.showModal();
      }}
      onKeyDown={(event) => {
        event.stopPropagation(); // the palette, and dialogs below
        if (event.key === "Escape" && !onDecline) event.preventDefault(); // the second one would close it in any case
      }}
      onMouseDown={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault(); // the focus goes back to where it was, not to what lies there
        onDecline?.();
      }}
      ref={dialog}
    >
      <div className="space-y-4 px-5 py-4">
        <header className="flex items-start gap-4">
          <div className="min-w-0 flex-1 space-y-1">
            <h2 className="text-base font-semibold" id={`${id}-title`}>
              {title}
            </h2>
            <p className="text-muted" id={`${id}-text`}>
              {description}
            </p>
          </div>
          {onDecline && (
            <IconButton className="-mt-1 -mr-2" icon="close" label={common.close} onClick={onDecline} />
          )}
        </header>
        {children}
      </div>
    </dialog>,
    document.body,
  );
}
