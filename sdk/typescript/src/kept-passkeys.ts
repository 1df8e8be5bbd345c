import type { PasskeyJson } from "@svc/proto/svc/auth/v1/passkey_pb";
import type { ListMyPasskeysResponseJson } from "@svc/proto/svc/auth/v1/passkeys_pb";
import type { Caller } from "./caller.ts";
import type { Tells } from "./message-types.ts";
import type { PasskeyPlatform, PasskeySignals } from "./passkey-platform.ts";
import type { PendingPasskey } from "./pending-passkey.ts";

export const SERVICE = "auth.v1.PasskeyService/";

/** A passkey of the signed-in user. Times are ISO 8601 strings. */
export type Passkey = Tells<PasskeyJson, "lastUsedAt"> &
  Readonly<{
    /** When it last signed in. Absent before the first time. */
    lastUsedAt?: string;
  }>;

export type KeptPasskeys = ReturnType<typeof keepPasskeys>;

/** Tells the device what the server knows, if the device wants to know. */
export function signal(platform: PasskeyPlatform, tell: (signals: PasskeySignals) => unknown): void {
  Promise.resolve(platform.signals ?? {})
    .then(tell)
    .catch(() => {});
}

/** The user's passkeys as the server last said, for what the app shows. */
export function keepPasskeys(
  { keeper, asUser }: Caller,
  platform: PasskeyPlatform,
  { credentialId }: PendingPasskey,
) {
  const listeners = new Set<() => void>();
  const user = () => keeper.view.current?.user.id;
  let known: Passkey[] | undefined;
  let owner: string | undefined;

  const show = (next?: Passkey[]) => {
    if (JSON.stringify(next) === JSON.stringify(known)) return;
    known = next;
    for (const listener of listeners) Promise.resolve().then(listener);
  };

  const list = async (): Promise<Passkey[]> => {
    const whose = user();
    const answer = (await asUser(`${SERVICE}ListMyPasskeys`)) as Tells<ListMyPasskeysResponseJson>;
    const { rpId, userHandle: userId } = answer;
    const passkeys = answer.passkeys as Passkey[];
    if (whose === user()) show(passkeys);
    const pending = await credentialId();
    signal(platform, (signals) => {
      const ours = passkeys.filter((each) => each.rpId === rpId).map((each) => each.credentialId);
      const allAcceptedCredentialIds = pending ? [...ours, pending] : ours;
      if (userId) return signals.signalAllAcceptedCredentials?.({ rpId, userId, allAcceptedCredentialIds });
    });
    return passkeys;
  };

  /** For what is shown: what fails is tried again when the state of the client changes. */
  const reload = () => void (listeners.size && user() && list().catch(() => {}));

  keeper.view.listen(() => {
    if (owner !== user()) show();
    owner = user();
    if (!known) reload();
  });

  return {
    list,
    reload,
    known: () => known,

    listen(callback: () => void): () => void {
      const listener = () => callback();
      listeners.add(listener);
      if (!known) reload();
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
