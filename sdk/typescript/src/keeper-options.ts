import type { Clock } from "./clock.ts";
import type { Lock } from "./shared-locks.ts";
import type { AuthStorage } from "./storage.ts";
import type { Call } from "./transport.ts";

export type KeeperOptions = {
  call: Call;
  storage: AuthStorage;
  storageKey: string;
  lock: Lock;
  newAttemptId: () => string;
  refreshMarginMs: number;
  clock: Clock;
  onError: (error: unknown) => void;
};
