import { describeFailure, type Failure } from "./failure.ts";

type ConnectErrorJson = {
  message?: string;
  details?: { debug?: { reason?: string; metadata?: Record<string, string> } }[];
};

type SignedIn = { adminId: string; failure?: undefined } | { adminId?: undefined; failure: Failure };

/** Signs in without the RPC libraries, which the page to sign in does not load. */
export async function signInAdmin(email: string, password: string): Promise<SignedIn> {
  let answer: Response;
  try {
    answer = await fetch("/svc.admin.v1.SessionService/Login", {
      method: "POST",
      headers: { "content-type": "application/json", "connect-protocol-version": "1" },
      body: JSON.stringify({ email, password }),
    });
  } catch {
    return { failure: unreachable() };
  }
  if (!answer.ok) return { failure: await refusal(answer) };
  const { admin = {} }: { admin?: { id?: string } } = await answer.json();
  return { adminId: admin.id ?? "" };
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

async function refusal(answer: Response): Promise<Failure> {
  try {
    const { message = "", details = [] }: ConnectErrorJson = await answer.json();
    const { reason = "UNREACHABLE", metadata = {} } = details[0]?.debug ?? {};
    return describeFailure({
      reason,
      message,
      metadata,
      requestId: answer.headers.get("x-request-id") ?? "",
    });
  } catch {
    return unreachable();
  }
}

function unreachable(): Failure {
  return describeFailure({ reason: "UNREACHABLE", message: "", requestId: "", metadata: {} });
}
