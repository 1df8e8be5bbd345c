import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Failure } from "../api/failure.ts";
import { offerPasskeys } from "../api/passkey-offer.ts";
import { askForPasskey, canUsePasskeys } from "../api/passkeys.ts";
import { signInWithPasskey, startPasskeyLogin } from "../api/sign-in.ts";
import { signIn as text } from "../strings/sign-in.ts";
import { Button } from "./button.tsx";

type PasskeySignInProps = {
  onSignedIn: (signedIn: { adminId: string; email: string }) => void;
  onFailure: (failure: Failure | undefined) => void;
};

/** The button to sign in with a passkey. The browser also offers passkeys in the field for the email address. */
export function PasskeySignIn(props: PasskeySignInProps): ReactNode {
  return canUsePasskeys() ? <UsablePasskey {...props} /> : null;
}

function UsablePasskey({ onSignedIn, onFailure }: PasskeySignInProps): ReactNode {
  const [isBusy, setBusy] = useState(false);
  // Another offer after each attempt: the browser has only one request at a time.
  const [attempts, setAttempts] = useState(0);
  const offer = useRef<AbortController>(undefined);

  const send = async (credentialJson: string): Promise<void> => {
    setBusy(true);
    onFailure(undefined);
    const { answer, failure } = await signInWithPasskey(credentialJson);
    if (answer) return onSignedIn(answer);
    onFailure(failure);
    setBusy(false);
    setAttempts((count) => count + 1);
  };
  const sendLatest = useRef(send);
  sendLatest.current = send;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt is followed by another offer
  useEffect(() => {
    const stop = new AbortController();
    offer.current = stop;
    void offerPasskeys(stop.signal).then((chosen) => {
      if (chosen !== undefined && !stop.signal.aborted) void sendLatest.current(chosen);
    });
    return () => stop.abort();
  }, [attempts]);

  const ask = async (): Promise<void> => {
    offer.current?.abort();
    setBusy(true);
    onFailure(undefined);
    const { answer, failure } = await startPasskeyLogin();
    const asked = answer && (await askForPasskey(answer.optionsJson));
    if (asked?.credentialJson !== undefined) return send(asked.credentialJson);
    setBusy(false);
    setAttempts((count) => count + 1);
    if (failure) onFailure(failure);
    else if (asked?.failure !== "declined") onFailure(impossible);
  };
  return (
    <Button className="w-full" icon="key" isBusy={isBusy} onClick={() => void ask()}>
      {text.withPasskey}
    </Button>
  );
}

const impossible: Failure = { reason: "", text: text.passkeyImpossible, requestId: "", field: "" };
