import type { IdTokenInput, Provider } from "@svc/sdk";
import {
  AppleAuthenticationButton,
  AppleAuthenticationButtonStyle,
  AppleAuthenticationButtonType,
} from "expo-apple-authentication";
import type { ReactElement } from "react";
import { Button, Platform } from "react-native";
import { appleCredential } from "./apple.ts";
import { auth, REDIRECT } from "./auth.ts";
import { googleCredential } from "./google.ts";
import type { Attempt } from "./use-attempt.ts";

/** Google and Apple: to sign in, or to add them to the account of who is signed in. */
export function ProviderButtons({ attempt, links }: { attempt: Attempt; links: boolean }): ReactElement {
  const { isBusy, run } = attempt;

  const withModule = async (credential: IdTokenInput | null) => {
    if (credential === null) return;
    await (links ? auth.linkIdToken(credential) : auth.signInWithIdToken(credential));
  };

  const withBrowser = (provider: Provider) => {
    const input = { provider, redirectTo: REDIRECT };
    return links ? auth.linkWithBrowser(input) : auth.signInWithBrowser(input);
  };

  return (
    <>
      {Platform.OS === "ios" ? (
        <AppleAuthenticationButton
          buttonType={AppleAuthenticationButtonType.CONTINUE}
          buttonStyle={AppleAuthenticationButtonStyle.BLACK}
          cornerRadius={6}
          style={{ height: 44 }}
          onPress={() => run(async () => withModule(await appleCredential()))}
        />
      ) : (
        <Button
          title="Continue with Apple"
          disabled={isBusy}
          onPress={() => run(() => withBrowser("apple"))}
        />
      )}
      <Button
        title="Continue with Google"
        disabled={isBusy}
        onPress={() => run(async () => withModule(await googleCredential()))}
      />
      <Button
        title="Continue with Google in the browser"
        disabled={isBusy}
        onPress={() => run(() => withBrowser("google"))}
      />
    </>
  );
}
