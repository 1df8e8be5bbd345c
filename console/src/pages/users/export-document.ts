import { toJson } from "@bufbuild/protobuf";
import { TimestampSchema } from "@bufbuild/protobuf/wkt";
import type { Transport } from "@connectrpc/connect";
import { callUnaryMethod } from "@connectrpc/connect-query";
import { ProjectService } from "@svc/proto/svc/admin/v1/projects_pb";
import type { ExportedUser } from "@svc/proto/svc/admin/v1/user_transfer_pb";

const PAGE_SIZE = 200;

/**
 * All users of a project as one export document, a user to a line. Each page goes into a blob at
 * once, so that the browser may keep what is done outside of memory.
 */
export async function exportDocument(
  transport: Transport,
  project: string,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (count: number) => void },
): Promise<{ document: Blob; count: number }> {
  const parts: Blob[] = [new Blob(['{"version":1,"users":['])];
  let count = 0;
  let pageToken = "";
  do {
    const request = { project, pageSize: PAGE_SIZE, pageToken };
    const page = await callUnaryMethod(transport, ProjectService.method.exportUsers, request, { signal });
    const lines = page.users.map((user) => JSON.stringify(documentUser(user)));
    if (lines.length > 0) parts.push(new Blob([count === 0 ? "\n" : ",\n", lines.join(",\n")]));
    count += lines.length;
    onProgress(count);
    pageToken = page.nextPageToken;
  } while (pageToken !== "");
  parts.push(new Blob([count === 0 ? "]}\n" : "\n]}\n"]));
  return { document: new Blob(parts, { type: "application/json" }), count };
}

/** The same keys, in the same order, as in an export of the command line. */
function documentUser(user: ExportedUser): Record<string, unknown> {
  return {
    email: user.email,
    email_verified: user.emailVerified,
    display_name: user.displayName,
    avatar_url: user.avatarUrl,
    locale: user.locale,
    disabled: user.disabled,
    custom_claims: user.customClaims ?? {},
    identities: user.identities.map(({ provider, subject, email }) => ({ provider, subject, email })),
    password_hash: user.passwordHash,
    password_algorithm: user.passwordAlgorithm,
    created_at: user.createdAt ? toJson(TimestampSchema, user.createdAt) : "",
  };
}
