import { type Timestamp, timestampDate } from "@bufbuild/protobuf/wkt";
import type { Transport } from "@connectrpc/connect";
import { callUnaryMethod } from "@connectrpc/connect-query";
import type { User } from "@svc/proto/svc/admin/v1/user_pb";
import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { OauthProvider } from "@svc/proto/svc/auth/v1/provider_pb";
import { filtersOf, orderOf, type UserView } from "./user-filters.tsx";

const PAGE_SIZE = 200;

const HEADINGS = [
  "id",
  "email",
  "email_verified",
  "name",
  "state",
  "signs_in_with",
  "created",
  "last_sign_in",
];

/** The users whom the list shows, on all its pages and in its order, as a CSV file. */
export async function csvDocument(
  transport: Transport,
  project: string,
  view: UserView,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (count: number) => void },
): Promise<{ document: Blob; count: number }> {
  // The mark at its beginning tells Excel that it is UTF-8.
  const parts: Blob[] = [new Blob([`\ufeff${lineOf(HEADINGS)}`])];
  let count = 0;
  let pageToken = "";
  do {
    const list = { project, query: view.q, filters: filtersOf(view), orderBy: orderOf(view.sort) };
    const request = { ...list, forExport: true, pageSize: PAGE_SIZE, pageToken };
    const page = await callUnaryMethod(transport, UserService.method.listUsers, request, { signal });
    parts.push(new Blob(page.users.map((user) => lineOf(cellsOf(user)))));
    count += page.users.length;
    onProgress(count);
    pageToken = page.nextPageToken;
  } while (pageToken !== "");
  return { document: new Blob(parts, { type: "text/csv;charset=utf-8" }), count };
}

/** As `svc user list --csv` prints them. */
function cellsOf(user: User): string[] {
  const providers = user.identities.map(({ provider }) =>
    provider === OauthProvider.APPLE ? "apple" : "google",
  );
  const state = user.disabled ? "disabled" : user.isAnonymous ? "guest" : "enabled";
  return [
    user.id,
    user.email,
    user.emailVerified ? "yes" : "no",
    user.displayName,
    state,
    methodsOf(user, providers).join(" "),
    timeOf(user.createdAt),
    timeOf(user.lastSignInAt),
  ];
}

function methodsOf({ hasPassword, passkeyCount }: User, providers: readonly string[]): string[] {
  return [
    ...(hasPassword ? ["password"] : []),
    ...new Set(providers),
    ...(passkeyCount > 0 ? ["passkey"] : []),
  ];
}

function timeOf(at: Timestamp | undefined): string {
  return at ? timestampDate(at).toISOString() : "";
}

function lineOf(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(",")}\r\n`;
}

/** A spreadsheet would run what begins like a formula, so such a cell gets an apostrophe, which it does not show. */
function cellOf(text: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(text);
  if (!isFormula && !/[",\r\n]/.test(text)) return text;
  return `"${isFormula ? "'" : ""}${text.replaceAll('"', '""')}"`;
}
