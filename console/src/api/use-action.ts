import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from "@bufbuild/protobuf";
import { callUnaryMethod, useTransport } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { showFailure, showSuccess } from "../components/toast.tsx";
import { useIsConnectionLost } from "./connection.ts";
import type { Failure } from "./failure.ts";
import { failureOf } from "./failure-of.ts";
import { isPasswordDeclined } from "./password-declined.ts";

export type Action<I extends DescMessage, O extends DescMessage> = {
  /** Resolves with the response, or with undefined after a failure, which has been shown by then. */
  run: (input: MessageInitShape<I>) => Promise<MessageShape<O> | undefined>;
  /** The same for a change that is based on a version. Of a change that came too late, nothing is shown. */
  attempt: (input: MessageInitShape<I>) => Promise<Outcome<O>>;
  isRunning: boolean;
  /** Why the last run failed; for `<ErrorNotice>` where `failures` is "inline". */
  failure: Failure | undefined;
  reset: () => void;
};

export type Outcome<O extends DescMessage> =
  | { kind: "saved"; answer: MessageShape<O> }
  | { kind: "failed"; answer?: undefined }
  /** Somebody else has changed it since. */
  | { kind: "stale"; answer?: undefined; failure: Failure };

type Options<O extends DescMessage> = {
  /** The text of the toast after the server has confirmed the change. */
  done?: (answer: MessageShape<O>) => string;
  /** A toast with a way to retry, unless the screen shows `failure` itself. */
  failures?: "toast" | "inline";
  /** Leaves the screen of something that was deleted, before its queries run again. */
  leave?: () => Promise<void>;
};

/**
 * A call that changes something. After a success every query on screen is fetched again, so that no screen shows old
 * data. The response is not cached, because it may contain a secret; only the caller has it.
 */
export function useAction<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  { done, failures = "toast", leave }: Options<O> = {},
): Action<I, O> {
  const transport = useTransport();
  const client = useQueryClient();
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const isLost = useIsConnectionLost();
  useEffect(() => {
    if (!isLost) setFailure((now) => (now?.reason === "UNREACHABLE" ? undefined : now));
  }, [isLost]);

  const show = (why: Failure, input: MessageInitShape<I>): void => {
    setFailure(why);
    // The same change would be refused again: it is based on what was there before.
    const isFinal = why.reason === "ETAG_MISMATCH";
    if (failures === "toast") showFailure(why, isFinal ? undefined : () => void run(input));
  };

  const attempt = async (input: MessageInitShape<I>): Promise<Outcome<O>> => {
    setRunning(true);
    setFailure(undefined);
    try {
      const answer = await callUnaryMethod(transport, method, input);
      if (done) showSuccess(done(answer));
      await leave?.();
      void client.invalidateQueries();
      return { kind: "saved", answer };
    } catch (error) {
      if (isPasswordDeclined(error)) return { kind: "failed" }; // the user closed the password dialog
      const why = failureOf(error);
      if (why.reason === "ETAG_MISMATCH") return { kind: "stale", failure: why };
      show(why, input);
      return { kind: "failed" };
    } finally {
      setRunning(false);
    }
  };

  const run: Action<I, O>["run"] = async (input) => {
    const outcome = await attempt(input);
    if (outcome.kind === "stale") {
      show(outcome.failure, input);
      void client.invalidateQueries(); // the screen shows what the other one saved
    }
    return outcome.answer;
  };
  return { run, attempt, isRunning, failure, reset: () => setFailure(undefined) };
}
