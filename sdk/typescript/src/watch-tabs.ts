import { wake } from "./refresher.ts";
import type { SessionKeeper } from "./session-keeper.ts";

/** Follows other tabs, and renews the token when the page is looked at again or back online. */
export function watchTabs(keeper: SessionKeeper): () => void {
  if (!globalThis.document) return () => {};
  const events = ["storage", "online", "visibilitychange"];
  const woken = ({ type }: Event) => {
    if (type === "storage") keeper.reload();
    else if (!document.hidden) wake(keeper);
  };
  for (const event of events) addEventListener(event, woken);
  return () => {
    for (const event of events) removeEventListener(event, woken);
  };
}
