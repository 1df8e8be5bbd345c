/** What is filled in. */
export type Facts = {
  baseUrl: string;
  publishableKey: string;
  /** The slug. */
  project: string;
  issuer: string;
  audience: string;
  jwksUrl: string;
};

/** Code to copy, and where it goes: a file, or the terminal. */
export type Snippet = { title: string; code: string };

export const terminal = "Terminal";

/** Where the client library comes from. In a file, because the app's other packages come from elsewhere. */
export function npmrc({ baseUrl }: Facts): Snippet {
  return { title: ".npmrc", code: `@svc:registry=${baseUrl}/pub/` };
}

/** The address and key as arguments of a client. */
export function clientOptions({ baseUrl, publishableKey }: Facts): string {
  return `  baseUrl: "${baseUrl}",
  publishableKey: "${publishableKey}",`;
}

/** The same on every platform that is not React. */
export function usage(file: string): Snippet {
  return {
    title: "Use it",
    code: `import { isAuthError } from "@svc/sdk";
import { auth } from "${file}";

export async function signUpOrIn(email: string, password: string): Promise<void> {
  try {
    await auth.signUp({ email, password });
  } catch (error) {
    // docs/errors.md has every reason.
    if (!isAuthError(error, "EMAIL_ALREADY_EXISTS")) throw error;
    await auth.signInWithPassword({ email, password });
  }
  console.log(auth.user?.id, await auth.getAccessToken());
}

// To your own backend, with the access token; renewed when it has expired.
export const me = (): Promise<Response> => auth.fetch("https://api.example.com/me");`,
  };
}
