import type { UserFactorsJson } from "@svc/proto/svc/auth/v1/factors_pb";
import type { GetMyFactorsResponseJson } from "@svc/proto/svc/auth/v1/mfa_pb";
import type { Caller } from "./caller.ts";
import type { Tells } from "./message-types.ts";

export const SERVICE = "auth.v1.MfaService/";

/** The second factors of the signed-in user. Times are ISO 8601 strings. */
export type MyFactors = Tells<UserFactorsJson, "totpEnrolledAt" | "totpLastUsedAt"> &
  Readonly<Pick<UserFactorsJson, "totpEnrolledAt" | "totpLastUsedAt">>;

export type KeptFactors = ReturnType<typeof keepFactors>;

/** The user's factors as the server last said, for what the app shows. */
export function keepFactors({ keeper, asUser }: Caller) {
  const listeners = new Set<() => void>();
  const user = () => keeper.view.current?.user.id;
  let known: MyFactors | undefined;
  let owner: string | undefined;

  const show = (next?: MyFactors) => {
    if (JSON.stringify(next) === JSON.stringify(known)) return;
    known = next;
    for (const listener of listeners) Promise.resolve().then(listener);
  };

  const get = async (): Promise<MyFactors> => {
    const whose = user();
    const { factors } = await asUser<GetMyFactorsResponseJson>(`${SERVICE}GetMyFactors`);
    if (whose === user()) show(factors as MyFactors);
    return factors as MyFactors;
  };

  /** For what is shown: what fails is tried again when the state of the client changes. */
  const reload = () => void (listeners.size && user() && get().catch(() => {}));

  keeper.view.listen(() => {
    if (owner !== user()) show();
    owner = user();
    if (!known) reload();
  });

  return {
    get,
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
