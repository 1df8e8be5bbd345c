import { AppError, ConfigError, NoInstanceError, OperatorError, type Status } from "@svc/server/errors";
import { oneLine } from "./table.ts";

/** What a script can tell from the exit code alone; docs/cli.md prints this table. */
export const exitCodes = {
  0: "success",
  1: "failure",
  2: "the command line or the configuration is wrong, or you did not confirm",
  3: "not found",
  4: "not authenticated",
  5: "permission denied",
  6: "conflict with existing data, or not possible in the current state",
  7: "unavailable or over a limit; try again",
  8: "a check failed (doctor, setup); setup has saved its settings",
  130: "interrupted",
} as const;

type ExitCode = keyof typeof exitCodes;

const exitCodeOfStatus: Partial<Record<Status, ExitCode>> = {
  invalid_argument: 2,
  not_found: 3,
  unauthenticated: 4,
  permission_denied: 5,
  already_exists: 6,
  failed_precondition: 6,
  aborted: 6,
  unavailable: 7,
  resource_exhausted: 7,
  deadline_exceeded: 7,
  cancelled: 130,
};

const exitCodeOfReason: Readonly<Record<string, ExitCode>> = { CHECKS_FAILED: 8 };

type FailureOptions = ErrorOptions & { metadata?: Readonly<Record<string, string>> };

/** Ends a command with one line of what happened and one of what to do. */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly code: Status;
  readonly reason: string;
  readonly hint: string;
  /** What a server said about its refusal. */
  readonly metadata: Readonly<Record<string, string>>;

  constructor(code: Status, reason: string, message: string, hint: string, options: FailureOptions = {}) {
    super(oneLine(message), options);
    this.code = code;
    this.reason = reason;
    this.hint = oneLine(hint);
    this.metadata = options.metadata ?? {};
  }

  get exitCode(): ExitCode {
    return exitCodeOfReason[this.reason] ?? exitCodeOfStatus[this.code] ?? 1;
  }
}

export function usageFailure(message: string, hint: string): Failure {
  return new Failure("invalid_argument", "USAGE", message, hint);
}

/** Whatever was thrown, as something to tell the operator. What nobody foresaw is a bug and says so. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof AppError) return fromAppError(error);
  if (error instanceof ConfigError) {
    return new Failure("invalid_argument", "INVALID_CONFIG", error.message, error.hint);
  }
  if (error instanceof NoInstanceError)
    return new Failure("not_found", "NOT_FOUND", error.message, error.hint);
  if (error instanceof OperatorError) {
    return new Failure("failed_precondition", "NOT_POSSIBLE", error.message, error.hint);
  }
  const hint = "please report this; SVC_DEBUG=1 shows where it happened";
  return new Failure("internal", "INTERNAL", "internal error", hint, { cause: error });
}

export function interrupted(): Failure {
  return new Failure("cancelled", "INTERRUPTED", "interrupted", "nothing was changed");
}

const hintOfStatus: Partial<Record<Status, string>> = {
  invalid_argument: "correct the value and try again",
  not_found: "check the name or id",
  aborted: "read it again and repeat the change",
  unavailable: "try again in a moment",
  resource_exhausted: "wait a moment and try again",
};

function fromAppError(error: AppError): Failure {
  if (error.status === "internal") return toFailure(error.cause ?? new Error(error.detail ?? error.message));
  return new Failure(error.status, error.reason, messageOf(error), hintOf(error.status));
}

export function hintOf(status: Status): string {
  return hintOfStatus[status] ?? "see docs/errors.md";
}

/** What a refusal means, in words: its metadata says more than its message. */
export function messageOf({ message, metadata }: Pick<AppError, "message" | "metadata">): string {
  const { field, problem, rule } = metadata;
  if (rule !== undefined) return weakPassword(rule, metadata) ?? message;
  if (field === undefined || problem === undefined) return message;
  return /^(is|are|must|has|have|holds|cannot|does|names|needs) /.test(problem)
    ? `${field} ${problem}`
    : `${field}: ${problem}`;
}

/** Which rule of the password policy was broken. */
function weakPassword(rule: string, metadata: AppError["metadata"]): string | undefined {
  switch (rule) {
    case "min_length":
      return `the password is shorter than ${metadata.min_length} characters`;
    case "max_length":
      return `the password is longer than ${metadata.max_length} characters`;
    case "common":
      return "the password is too common";
    case "personal":
      return "the password is the user's address or the name of the project";
    default:
      return undefined;
  }
}
