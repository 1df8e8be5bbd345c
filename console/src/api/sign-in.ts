import { describeFailure, type Failure } from "./failure.ts";

type ConnectErrorJson = {
  message?: string;
  details?: { type?: string; debug?: Record<string, unknown> }[];
};

/** What a sign-in with the password still needs. Without a factor, one has to be enrolled first. */
export type SignInChallenge = Readonly<{ token: string; factors: readonly string[] }>;

type Refused = { answer?: undefined; failure: Failure; challenge?: SignInChallenge | undefined };

export type Answered<Answer> = { answer: Answer; failure?: undefined } | Refused;

export type SignedIn = Readonly<{ adminId: string; email: string }>;

type LoginJson = { admin?: { id?: string; email?: string } };

/** As the server sends it before an app is enrolled. */
export type Enrollment = Readonly<{ enrollmentToken: string; secret: string; uri: string }>;

export type Enrolled = Readonly<{ recoveryCodes: readonly string[]; mfaToken: string }>;

type Proof = { totpCode: string } | { recoveryCode: string } | { passkeyJson: string };

const SESSION = "SessionService";
const FACTOR = "AdminFactorService";
const CHALLENGE = "svc.auth.v1.MfaChallenge";

export async function signInAdmin(email: string, password: string): Promise<Answered<SignedIn>> {
  return signedIn(await post<LoginJson>(SESSION, "Login", { email, password }));
}

export async function signInWithPasskey(credentialJson: string): Promise<Answered<SignedIn>> {
  return signedIn(await post<LoginJson>(SESSION, "LoginWithPasskey", { credentialJson }));
}

/** The options with which the browser asks for a passkey. */
export function startPasskeyLogin(): Promise<Answered<{ optionsJson: string }>> {
  return post(SESSION, "StartPasskeyLogin", {});
}

/** The second step of a sign-in. It needs no proof right after the enrollment. */
export async function completeSignIn(mfaToken: string, proof: Proof | object): Promise<Answered<SignedIn>> {
  return signedIn(await post<LoginJson>(FACTOR, "CompleteLogin", { mfaToken, ...proof }));
}

export function startRequiredEnrollment(
  enrollmentToken: string,
): Promise<Answered<{ enrollment: Enrollment }>> {
  return post(FACTOR, "StartRequiredEnrollment", { enrollmentToken });
}

export function confirmEnrollment(enrollmentToken: string, totpCode: string): Promise<Answered<Enrolled>> {
  return post(FACTOR, "ConfirmTotpEnrollment", { enrollmentToken, totpCode });
}

function signedIn(answered: Answered<LoginJson>): Answered<SignedIn> {
  if (answered.failure) return answered;
  const { admin } = answered.answer;
  return { answer: { adminId: admin?.id ?? "", email: admin?.email ?? "" } };
}

/** Calls without the RPC libraries, which the page to sign in does not load. */
async function post<Answer>(service: string, method: string, body: object): Promise<Answered<Answer>> {
  let answer: Response;
  try {
    answer = await fetch(`/svc.admin.v1.${service}/${method}`, {
      method: "POST",
      headers: { "content-type": "application/json", "connect-protocol-version": "1" },
      body: JSON.stringify(body),
    });
  } catch {
    return { failure: unreachable() };
  }
  if (!answer.ok) return refusal(answer);
  return { answer: await answer.json() };
}

/** False only on a server that has no administrator yet. */
export async function hasAdmin(): Promise<boolean> {
  try {
    const answer = await fetch("/console/status.json");
    const status: { hasAdmin?: boolean } = await answer.json();
    return status.hasAdmin !== false;
  } catch {
    return true; // the form will say what is wrong
  }
}

async function refusal(answer: Response): Promise<Refused> {
  try {
    const { message = "", details = [] }: ConnectErrorJson = await answer.json();
    const info = details[0]?.debug as { reason?: string; metadata?: Record<string, string> } | undefined;
    const { reason = "UNREACHABLE", metadata = {} } = info ?? {};
    const requestId = answer.headers.get("x-request-id") ?? "";
    const failure = describeFailure({ reason, message, metadata, requestId });
    return { failure, challenge: challengeIn(details) };
  } catch {
    return { failure: unreachable() };
  }
}

function challengeIn(details: NonNullable<ConnectErrorJson["details"]>): SignInChallenge | undefined {
  const found = details.find(({ type }) => type === CHALLENGE)?.debug as Partial<SignInChallenge> | undefined;
  return found?.token === undefined ? undefined : { token: found.token, factors: found.factors ?? [] };
}

function unreachable(): Failure {
  return describeFailure({ reason: "UNREACHABLE", message: "", requestId: "", metadata: {} });
}
