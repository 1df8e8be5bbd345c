import { type ReactNode, useEffect, useRef, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import type { Failure } from "../api/failure.ts";
import { common } from "../strings/common.ts";
import { Button, IconButton } from "./button.tsx";
import { FailureFacts } from "./error-notice.tsx";
import { Icon } from "./icon.tsx";

type Toast = { id: number; text: string; failure?: Failure; retry?: (() => void) | undefined };

const SHOWN_MS = 5_000;
const MOST = 3;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function update(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function add(toast: Omit<Toast, "id">): void {
  lastId += 1;
  update([...toasts, { ...toast, id: lastId }].slice(-MOST));
}

function close(id: number): void {
  update(toasts.filter((toast) => toast.id !== id));
}

/** Says what has happened, for a few seconds. `useAction` does this by itself. */
export function showSuccess(text: string): void {
  add({ text });
}

/** Says what failed, until it is closed or tried again. `useAction` does this by itself. */
export function showFailure(failure: Failure, retry?: () => void): void {
  add({ text: failure.text, failure, retry });
}

/**
 * The corner where they appear. Both regions are there before anything is in them, so that screen readers announce
 * what is added: a success when there is a pause, a failure at once.
 */
export function Toasts({ children }: { children: ReactNode }): ReactNode {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  const corner = (
    <div className="pointer-events-none fixed right-4 bottom-4 z-50 flex w-[min(24rem,calc(100vw-2rem))] flex-col gap-2">
      <div aria-live="polite" className="space-y-2" role="status">
        {shown.map((toast) => !toast.failure && <ToastCard key={toast.id} toast={toast} />)}
      </div>
      <div aria-live="assertive" className="space-y-2">
        {shown.map((toast) => toast.failure && <ToastCard key={toast.id} toast={toast} />)}
      </div>
    </div>
  );
  return (
    <>
      {children}
      {createPortal(corner, document.body)}
    </>
  );
}

function ToastCard({ toast }: { toast: Toast }): ReactNode {
  const { id, failure, retry } = toast;
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure) return;
    // It stays while somebody points at it or has the focus in it.
    const timer = setInterval(() => !card.current?.matches(":hover, :focus-within") && close(id), SHOWN_MS);
    return () => clearInterval(timer);
  }, [id, failure]);
  return (
    <div
      className="popup pointer-events-auto flex items-start gap-3 p-3 starting:translate-y-2 starting:opacity-0"
      ref={card}
    >
      <span className={`mt-0.5 ${failure ? "text-danger" : "text-ok"}`}>
        <Icon name={failure ? "alert" : "check"} />
      </span>
      <div className="min-w-0 flex-1 space-y-1">
        <p className="text-sm font-medium wrap-anywhere">{toast.text}</p>
        {failure && <FailureFacts failure={failure} />}
        {retry && (
          <Button
            className="mt-2"
            onClick={() => {
              close(id);
              retry();
            }}
          >
            {common.retry}
          </Button>
        )}
      </div>
      <IconButton className="-m-1.5" icon="close" label={common.close} onClick={() => close(id)} />
    </div>
  );
}
