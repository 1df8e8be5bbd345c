import type { Caller } from "./caller.ts";
import type { EmailCodeFlow } from "./disk.ts";

/** For so long the app asks for the code. Emails rarely take longer; if one does, the server still accepts its code. */
const FLOW_MS = 70 * 60_000;

/** A code that was requested on this device. */
export type PendingEmailCode = Readonly<{
  /** Where the code was sent. */
  email: string;
  /** When it was last requested, in milliseconds since 1970 by this device's clock. */
  requestedAt: number;
}>;

/** What the app sees of the stored flow: after a restart, too, it asks for the code and not for the address. */
export function watchFlow({ keeper, clock }: Caller) {
  const listeners = new Set<() => void>();
  let shown: PendingEmailCode | null | undefined;

  const isRecent = ({ at }: { at: number }) => clock.now() - at < FLOW_MS;

  const show = (flow?: EmailCodeFlow) => {
    const next = flow?.id && isRecent(flow) ? { email: flow.email, requestedAt: flow.at } : null;
    if (JSON.stringify(next) === JSON.stringify(shown)) return;
    shown = next;
    for (const listener of listeners) Promise.resolve().then(listener);
  };

  // By way of the lock, which a sign-out that has not been written yet holds.
  const reload = () => void keeper.disk.change(({ emailCode }) => void show(emailCode)).catch(() => {});
  keeper.view.listen(reload);
  const reloadSession = keeper.reload;
  // Another tab has written something.
  keeper.reload = () => {
    reloadSession();
    reload();
  };

  return {
    reload,
    isRecent,
    pending: () => shown,

    listen(callback: () => void): () => void {
      const listener = () => callback();
      listeners.add(listener);
      reload();
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
