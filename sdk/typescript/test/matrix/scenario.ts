import type { AuthClient, isAuthError } from "../../src/sdk.ts";

/** What an app does in its life. Every cell of the matrix runs this, and sees EXPECTED. */
export async function scenario(
  open: () => AuthClient,
  isError: typeof isAuthError,
  email: string,
): Promise<string[]> {
  const seen: string[] = [];
  const note = (when: string, { state, user }: AuthClient) => {
    seen.push(`${when}: ${state.status}, ${user ? user.email : "nobody"}`);
  };

  const first = open();
  note("started", first);
  await first.ready;
  note("ready", first);
  await first.signUp({ email, password: "correct horse battery" });
  note("signed up", first);
  const token = await first.getAccessToken();
  first.close();

  const second = open();
  await second.ready;
  note("restarted", second);
  const stored = await second.getAccessToken();
  const renewed = await second.getAccessToken({ forceRefresh: true });
  seen.push(
    `token: ${stored === token ? "kept" : "lost"}, ${renewed && renewed !== token ? "renewed" : "old"}`,
  );
  await second.signOut();
  note("signed out", second);

  const failure = await second.signInWithPassword({ email, password: "wrong" }).catch((error) => error);
  seen.push(`refused: ${isError(failure) ? failure.reason : String(failure)}`);
  second.close();
  return seen;
}
