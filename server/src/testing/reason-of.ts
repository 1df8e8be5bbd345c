import { Code, ConnectError } from "@connectrpc/connect";
import { ErrorInfoSchema } from "@svc/proto/google/rpc/error_details_pb";

export type Failure = { code: string; reason: string; metadata: Record<string, string> };

/** How a call failed. A call that succeeds, or fails without ErrorInfo, fails the test. */
export async function failureOf(call: Promise<unknown>): Promise<Failure> {
  try {
    await call;
  } catch (error) {
    const failure = ConnectError.from(error);
    const [info] = failure.findDetails(ErrorInfoSchema);
    if (!info) throw new Error(`no ErrorInfo in: ${failure.message}`, { cause: error });
    if (info.domain !== "svc") throw new Error(`the domain is ${info.domain}`);
    return { code: Code[failure.code] ?? "", reason: info.reason, metadata: { ...info.metadata } };
  }
  throw new Error("the call succeeded");
}

export async function reasonOf(call: Promise<unknown>): Promise<string> {
  return (await failureOf(call)).reason;
}
