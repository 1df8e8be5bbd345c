import type { createElement, ReactNode } from "react";
import type * as sdkReact from "../../src/react.ts";
import type { AuthClient } from "../../src/sdk.ts";

type Library = Pick<typeof sdkReact, "AuthLoading" | "AuthProvider" | "SignedIn" | "SignedOut" | "useAuth">;

/** A page that shows what the hooks and the gates say. */
export function page(create: typeof createElement, library: Library, client: AuthClient): ReactNode {
  const { AuthLoading, AuthProvider, SignedIn, SignedOut, useAuth } = library;
  const Status = () => create("b", null, useAuth().status);
  return create(
    AuthProvider,
    { client },
    create(Status),
    create(AuthLoading, null, " gate loading"),
    create(SignedIn, null, " gate signedIn"),
    create(SignedOut, null, " gate signedOut"),
  );
}

/** What somebody sees who looks at the page while a guest signs in. */
export async function watch(client: AuthClient, textOfPage: () => string): Promise<string[]> {
  const shown: string[] = [];
  const wait = async (text: string) => {
    for (let tries = 0; tries < 1000 && textOfPage() !== text; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    shown.push(`page: ${textOfPage()}`);
  };
  await wait("signedOut gate signedOut");
  await client.signInAnonymously();
  await wait("signedIn gate signedIn");
  return shown;
}
