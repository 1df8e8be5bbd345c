import { useQuery } from "@connectrpc/connect-query";
import { SessionService } from "@svc/proto/svc/admin/v1/session_pb";
import { useState } from "react";
import { showFailure } from "../components/toast.tsx";
import { signIn } from "../strings/sign-in.ts";
import { askForPasskey, canUsePasskeys } from "./passkeys.ts";
import { useAction } from "./use-action.ts";

type OwnPasskey = {
  /** The administrator has a passkey that works here. */
  isThere: boolean;
  isAsking: boolean;
  /** Resolves with what the browser has signed, or with undefined. */
  ask: () => Promise<string | undefined>;
};

/** Asks for one of the administrator's own passkeys, to prove who uses the session. */
export function useOwnPasskey(): OwnPasskey {
  const { data } = useQuery(SessionService.method.listMyPasskeys, {});
  const start = useAction(SessionService.method.startPasskeyLogin);
  const [isAsking, setAsking] = useState(false);
  const usable = (data?.passkeys ?? []).filter(({ rpId }) => rpId === data?.rpId);
  const ask = async (): Promise<string | undefined> => {
    setAsking(true);
    const options = await start.run({});
    const credentialIds = usable.map(({ credentialId }) => credentialId);
    const asked = options && (await askForPasskey(options.optionsJson, { credentialIds }));
    setAsking(false);
    if (asked?.failure === "impossible") {
      showFailure({ reason: "", text: signIn.passkeyImpossible, requestId: "", field: "" });
    }
    return asked?.credentialJson;
  };
  return { isThere: canUsePasskeys() && usable.length > 0, isAsking, ask };
}
