import { isAttemptId, macOpening } from "../../crypto/attempt-id.ts";
import { hashAttemptId } from "../../crypto/replay-box.ts";
import type { Project } from "../projects/project.ts";

/** The methods that open a session once per attempt id. */
export type OpeningMethod =
  | "SignUp"
  | "SignIn"
  | "SignInWithOAuth"
  | "ExchangeOAuthCode"
  | "SignInWithEmailCode"
  | "SignInWithPasskey"
  | "SignUpWithPasskey"
  | "CompleteSignIn"
  | "SignInAnonymously";

/** One call that opens a session, however often the network delivers it. */
export type OpeningAttempt = Readonly<{
  /** Only what is derived from it is stored. */
  id: string;
  hash: string;
  /** Of everything that makes it the same request, but not of the password. */
  mac: string;
}>;

/** Undefined without a usable attempt id: then every call stands for itself. */
export function openingAttempt(
  project: Pick<Project, "id">,
  attemptId: string,
  method: OpeningMethod,
  ...fields: string[]
): OpeningAttempt | undefined {
  if (!isAttemptId(attemptId)) return undefined;
  return {
    id: attemptId,
    hash: hashAttemptId(attemptId),
    mac: macOpening(attemptId, [project.id, method, ...fields]),
  };
}
