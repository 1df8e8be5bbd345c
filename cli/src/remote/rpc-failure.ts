import type { Status } from "@svc/server/errors";
import { Failure, hintOf, messageOf } from "../failure.ts";
import { providerWords, wordOf } from "./enum-words.ts";
import type { Target } from "./target.ts";

export type RpcError = Readonly<{
  status: Status;
  reason: string;
  message: string;
  metadata: Readonly<Record<string, string>>;
}>;

/** The error in an answer of Connect, or undefined when the body is something else. */
export function errorOf(body: string): RpcError | undefined {
  try {
    const { code, message, details } = JSON.parse(body);
    if (typeof code !== "string" || !Array.isArray(details)) return undefined;
    const detail = details.find(({ type }) => type === "google.rpc.ErrorInfo");
    const { reason = "UNKNOWN", metadata } = Object(detail?.debug);
    return {
      status: statusOf(code),
      reason: String(reason),
      message: String(message),
      metadata: Object(metadata),
    };
  } catch {
    return undefined;
  }
}

const statuses: ReadonlySet<string> = new Set<Status>([
  "cancelled",
  "invalid_argument",
  "deadline_exceeded",
  "not_found",
  "already_exists",
  "permission_denied",
  "resource_exhausted",
  "failed_precondition",
  "aborted",
  "unimplemented",
  "unavailable",
  "unauthenticated",
]);

function statusOf(code: string): Status {
  if (code === "canceled") return "unavailable"; // the server gave up, nobody at the terminal did
  return statuses.has(code) ? (code as Status) : "internal";
}

type Request = Readonly<Record<string, unknown>>;

/** A refusal in words: what was refused, and what to type next. */
export function rpcFailure(target: Target, error: RpcError, request: Request): Failure {
  const { status, reason, metadata } = error;
  const [message, hint] = told(target, error, request);
  return new Failure(status, reason, message, hint, { metadata });
}

function told(target: Target, error: RpcError, request: Request): readonly [string, string] {
  const { status, reason, metadata } = error;
  switch (reason) {
    case "ADMIN_UNAUTHENTICATED":
      return [`${target.url} does not accept the token: it is wrong, expired or revoked`, target.renew];
    case "NOT_FOUND":
      return notFound(metadata.resource ?? "", request);
    case "RATE_LIMITED":
      return [error.message, `try again in ${metadata.retry_after_seconds ?? "some"} seconds`];
    case "ALREADY_EXISTS":
      return alreadyExists(error, request);
    case "ETAG_MISMATCH":
      return changedMeanwhile(metadata.resource ?? "", request);
    case "USER_JOB_RUNNING":
      return [
        error.message,
        `svc user bulk list --project ${request.project} shows it; svc user bulk cancel ends it`,
      ];
    case "ADMIN_FORBIDDEN":
      return forbidden(metadata.needs ?? "");
    case "EMAIL_ALREADY_EXISTS":
      return [
        `${request.email} is already a user of this project`,
        `svc user get ${request.email} --project ${request.project}`,
      ];
    case "EXPIRY_TOO_LATE":
      return expiryTooLate(metadata);
    case "STORE_NOT_CONFIGURED":
      return [error.message, `svc billing stores list --project ${request.project} shows what is missing`];
    case "STORE_ACTION_UNSUPPORTED":
      return [
        error.message,
        request.purchaseId === undefined
          ? "send the customer to the store's page; the subscription names it as managed at"
          : "the App Store and Google Play handle their own refunds; send the customer there",
      ];
    case "STORE_UNAVAILABLE":
      return metadata.permission === undefined
        ? [messageOf(error), hintOf(status)]
        : [
            `Stripe refused: the project's key lacks the permission ${metadata.permission}`,
            "give it to the key in Stripe's dashboard, then try again",
          ];
    case "LAST_SIGN_IN_METHOD":
      return [
        `this is the only sign-in method of user ${request.userId}`,
        `set a password first: svc user set ${request.userId} --project ${request.project} --password -`,
      ];
    case "UNIMPLEMENTED":
      return [
        `${target.url} cannot do this: it is older than this svc`,
        "svc instance get shows its version",
      ];
    case "INTERNAL":
      return ["the server met an internal error", `see the server's log${idOf(metadata)}`];
    default:
      return [messageOf(error), HINTS[reason] ?? hintOf(status)];
  }
}

/** What to type next, whatever was asked for. */
const HINTS: Readonly<Record<string, string>> = {
  LAST_ADMIN: "svc instance admin role <email> owner makes another one first",
  BACKUP_RUNNING: "svc instance backup list shows when it is done",
  BACKUPS_NOT_CONFIGURED: "svc backup --to <file> on the server's machine needs no such directory",
};

function alreadyExists({ status, message, metadata }: RpcError, request: Request): readonly [string, string] {
  if (metadata.field === "slug")
    return ["a project with this slug already exists", "choose another with --slug"];
  if (metadata.resource === "admin") {
    return [`${request.email} is an administrator already`, "svc instance admin list shows them"];
  }
  return [message, hintOf(status)];
}

function expiryTooLate({ latest_day, max_days }: RpcError["metadata"]): readonly [string, string] {
  return [
    `the token you use expires on ${latest_day}, and a token it creates cannot expire later`,
    Number(max_days) > 0
      ? `use --expires-in-days ${max_days} or less, or leave it out`
      : "leave --expires-in-days out",
  ];
}

/** Nothing was written. What to read again depends on what was to be written. */
function changedMeanwhile(resource: string, request: Request): readonly [string, string] {
  const { project, userId, specYaml } = request;
  switch (resource) {
    case "user":
      return [
        `user ${userId} was changed in the meantime; nothing was written`,
        `svc user get ${userId} --project ${project} --json shows the user and the new etag`,
      ];
    case "theme":
      return [
        `the theme of ${project} was changed in the meantime; nothing was written`,
        `svc project theme get ${project} --json shows it and its new etag`,
      ];
    case "wording":
      return [
        `the wording of ${project} was changed in the meantime; nothing was written`,
        `svc project wording list ${project} --json shows it and its new etag`,
      ];
    default:
      return [
        "the project was changed in the meantime; nothing was written",
        specYaml === undefined ? "run the command again" : "run it again to see the new plan",
      ];
  }
}

function notFound(resource: string, request: Request): readonly [string, string] {
  const { project, projects, email, userId, id } = request;
  switch (resource) {
    case "project":
      if (Array.isArray(projects))
        return [
          `one of these projects does not exist: ${projects.join(", ")}`,
          "svc project list shows the projects",
        ];
      return [`there is no project ${quoted(project)}`, "svc project list shows the projects"];
    case "user": {
      const message = `project ${project} has no user ${quoted(email || userId)}`;
      return [message, `svc user list --project ${project} shows the users`];
    }
    case "personal_access_token":
      return [`you have no token ${quoted(id)}`, "svc token list shows the ids"];
    case "session": {
      const message = `user ${userId} has no session ${quoted(request.sessionId)}`;
      return [message, `svc user sessions list ${userId} --project ${project} shows the ids`];
    }
    case "identity": {
      const message = `user ${userId} has no ${wordOf(providerWords, String(request.provider))} account`;
      return [message, `svc user get ${userId} --project ${project} shows the accounts`];
    }
    case "passkey": {
      const message = `user ${userId} has no passkey ${quoted(request.passkeyId)}`;
      return [message, `svc user passkeys list ${userId} --project ${project} shows the ids`];
    }
    case "subscription": {
      const message = `project ${project} has no subscription ${quoted(request.subscriptionId)}`;
      return [message, `svc billing subscriptions list --project ${project} --sandbox shows the ids`];
    }
    case "purchase": {
      const message = `project ${project} has no purchase ${quoted(request.purchaseId)}`;
      return [message, `svc billing purchases list --project ${project} --sandbox shows the ids`];
    }
    case "entitlement_grant": {
      const message = `project ${project} has no grant ${quoted(request.grantId)}`;
      return [message, `svc billing grants list <id|email> --project ${project} shows the ids`];
    }
    case "push_device": {
      const message = `project ${project} has no push device ${quoted(request.deviceId)}`;
      return [message, `svc push devices list --project ${project} shows the ids`];
    }
    case "admin_session":
      return [`you have no session ${quoted(request.sessionId)}`, "svc session list shows the ids"];
    case "theme_revision": {
      const message = `project ${project} has no revision ${quoted(request.revisionId)} of its theme`;
      return [message, `svc project theme revisions ${project} shows the ids`];
    }
    case "admin":
    case "admin_invite":
      return ["somebody else removed it meanwhile", "svc instance admin list shows who is left"];
    default:
      return ["not found", hintOf("not_found")];
  }
}

function idOf({ request_id }: RpcError["metadata"]): string {
  return request_id === undefined ? "" : ` under the request id ${request_id}`;
}

function quoted(value: unknown): string {
  return JSON.stringify(String(value ?? ""));
}

/** What the caller lacks, and who can help. */
function forbidden(needs: string): readonly [string, string] {
  const askOwner = "svc instance admin list, run by an owner, shows who has which role";
  const otherToken =
    "use a token without these limits: svc token create <name>, in the console or with such a token";
  switch (needs) {
    case "owner":
      return ["only owners of the instance may do this", askOwner];
    case "token_that_writes":
      return ["the token you use can only read", otherToken];
    case "token_without_limits":
      return [
        "the token you use is limited to some projects or to reading, so it cannot do this",
        otherToken,
      ];
    default:
      return [`this needs the role ${needs} in the project`, askOwner];
  }
}
