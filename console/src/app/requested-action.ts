import { useEffect } from "react";

/** What the command palette can ask a screen to open. */
export type RequestedAction =
  | "create-project"
  | "create-user"
  | "import-users"
  | "export-users"
  | "rotate-signing-key"
  | "regenerate-secret-key"
  | "invite-admin"
  | "create-token";

const EVENT = "svc-action";

let requested: RequestedAction | undefined;

/** Asks the screen that is shown, or else the next one, to open its dialog. */
export function requestAction(action: RequestedAction): void {
  requested = action;
  dispatchEvent(new Event(EVENT));
}

/** Opens the dialog when the palette asks for it. */
export function useRequestedAction(action: RequestedAction, open: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `open` only sets state, whichever of its copies is called
  useEffect(() => {
    const look = (): void => {
      if (requested !== action) return;
      requested = undefined;
      open();
    };
    look();
    addEventListener(EVENT, look);
    return () => removeEventListener(EVENT, look);
  }, [action]);
}
