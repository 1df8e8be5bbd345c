import { useSyncExternalStore } from "react";
import { clearDrafts } from "../app/draft-storage.ts";

type CurrentAdmin = Readonly<{ id: string; email: string }>;

let current: CurrentAdmin | undefined;
let isLeaving = false;
const listeners = new Set<() => void>();

/** Whose session this page uses. Undefined until the server has said so. */
export function currentAdmin(): CurrentAdmin | undefined {
  return current;
}

/** Empty until the server has said whose session it is. */
export function useCurrentAdminId(): string {
  return useSyncExternalStore(subscribe, () => current?.id ?? "");
}

/**
 * Called with what the server says. Drafts of other administrators are deleted; if this page belonged to another one, it
 * begins anew.
 */
export function setCurrentAdmin(admin: CurrentAdmin): void {
  clearDrafts(admin.id);
  if (current && current.id !== admin.id) leavePage(() => location.reload());
  else if (current?.email !== admin.email) {
    current = admin;
    for (const listener of listeners) listener();
  }
}

/** Leaves although something is not saved: the page belongs to nobody any more. */
export function leavePage(leave: () => void): void {
  isLeaving = true;
  leave();
}

/** Nobody is asked whether to stay. */
export function isLeavingPage(): boolean {
  return isLeaving;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
