import { reasonText } from "../strings/reasons.ts";

/** A failed call, with the text to show. */
export type Failure = {
  reason: string;
  text: string;
  /** Empty when the server was not reached. */
  requestId: string;
  /** The field of the request that was rejected, named as in the contract; often empty. */
  field: string;
  /** What else the server sent about it, such as the `line` in a spec. */
  more?: Readonly<Record<string, string>>;
};

export function describeFailure(details: {
  reason: string;
  message: string;
  requestId: string;
  metadata: Readonly<Record<string, string>>;
}): Failure {
  const { reason, message, requestId, metadata } = details;
  const text = reasonText(reason, message, metadata);
  return { reason, text, requestId, field: metadata.field ?? "", more: metadata };
}

/** The text to show at a field: why the server rejected this field. */
export function problemOf(failure: Failure | undefined, field: string): string | undefined {
  return failure?.field === field ? failure.text : undefined;
}
