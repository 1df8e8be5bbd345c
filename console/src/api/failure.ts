import { reasonText } from "../strings/reasons.ts";

/** What went wrong, in the words that people see. */
export type Failure = {
  reason: string;
  text: string;
  /** Empty when the server was not reached. */
  requestId: string;
  /** The field of the request that was refused, named as in the contract; often empty. */
  field: string;
  /** What else the server told about it, such as the `line` in a spec. */
  more?: Readonly<Record<string, string>>;
};

export function describeFailure(told: {
  reason: string;
  message: string;
  requestId: string;
  metadata: Readonly<Record<string, string>>;
}): Failure {
  const { reason, message, requestId, metadata } = told;
  const text = reasonText(reason, message, metadata);
  return { reason, text, requestId, field: metadata.field ?? "", more: metadata };
}

/** What to say at a field: why the server refused exactly this one. */
export function problemOf(failure: Failure | undefined, field: string): string | undefined {
  return failure?.field === field ? failure.text : undefined;
}
