import { describeFailure, type Failure } from "./failure.ts";

type ConnectErrorJson = {
  message?: string;
  details?: { debug?: { reason?: string; metadata?: Record<string, string> } }[];
};

/** Signs in without the RPC libraries, which this page does not load. Undefined when it worked. */
export async function signInAdmin(email: string, password: string): Promise<Failure | undefined> {
  let answer: Response;
  try {
    answer = await fetch("/svc.admin.v1.SessionService/Login", {
      method: "POST",
      headers: { "content-type": "application/json", "connect-protocol-version": "1" },
      body: JSON.stringify({ email, password }),
    });
  } catch {
    return unreachable();
  }
  return answer.ok ? undefined : refusal(answer);
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
