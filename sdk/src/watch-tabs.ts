import type { SessionKeeper } from "./session-keeper.ts";

/** Follows other tabs, and renews the token when the page is looked at again or back online. */
export function watchTabs(keeper: SessionKeeper): () => void {
  if (typeof document === "undefined") return () => {};
  const events = ["storage", "online", "visibilitychange"];
  const woken = ({ type }: Event) => {
    if (type === "storage") keeper.reload();
    else if (!document.hidden) keeper.getAccessToken().catch(() => {});
  };
  for (const event of events) addEventListener(event, woken);
  return () => {
    for (const event of events) removeEventListener(event, woken);
  };
}
