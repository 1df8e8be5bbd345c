import type { AuthError } from "./auth-error.ts";
import type { Caller } from "./caller.ts";
import { type PendingAnswer, replaceable } from "./disk.ts";

/** Longer than the answer to a repeated call takes to be of no use. */
const PENDING_MS = 900_000;

export type PendingPasskey = ReturnType<typeof keepPending>;

/**
 * Keeps a new passkey until the server has answered to it. After a lost answer, also when the app was killed, the same
 * call sends the same one again and asks the user nothing: otherwise there would be a passkey that the server does not
 * know, or two accounts. It is stored with the session, and every sign-in and sign-out removes it. What signs in is never
 * kept: the next person at the device would be signed in as the one before.
 */
export function keepPending({ keeper, clock }: Caller) {
  const { read, change } = keeper.disk;

  const last = async (): Promise<Partial<PendingAnswer>> => {
    const { passkey } = await read();
    return passkey && Math.abs(clock.now() - passkey.at) < PENDING_MS ? passkey : {};
  };

  // Best effort: it is of no use soon.
  const forget = () => change(({ passkey, ...rest }) => passkey && rest).catch(() => {});

  const finish = async <T>(sent: Promise<T>): Promise<T> => {
    const isLost = await sent.then(
      () => false,
      (error: AuthError) => error.retryable,
    );
    if (!isLost) await forget();
    return sent;
  };

  return {
    /** The id of a passkey that the server may not know yet. */
    credentialId: async (): Promise<string | undefined> => {
      const { credentialJson } = await last();
      return credentialJson && JSON.parse(credentialJson).id;
    },

    async run<T>(
      call: string,
      input: object,
      ceremony: () => Promise<string>,
      send: (credentialJson: string) => Promise<T>,
    ): Promise<T> {
      await keeper.ready;
      const asked = JSON.stringify([call, input, keeper.view.current?.user.id]);
      const kept = await last();
      if (kept.credentialJson && kept.asked === asked) {
        try {
          return await finish(send(kept.credentialJson));
        } catch (error) {
          // It was too late for it. The user is asked again.
          if ((error as AuthError).reason !== "PASSKEY_INVALID") throw error;
        }
      }
      const credentialJson = await ceremony();
      const passkey: PendingAnswer = { asked, credentialJson, at: clock.now() };
      await change((stored) => ({ ...replaceable(stored), passkey }));
      return finish(send(credentialJson));
    },
  };
}
