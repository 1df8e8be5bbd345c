import { fromJson, type JsonValue, toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError, type Transport } from "@connectrpc/connect";
import { callUnaryMethod } from "@connectrpc/connect-query";
import { ProjectService } from "@svc/proto/svc/admin/v1/projects_pb";
import {
  type ExportedUser,
  ExportedUserSchema,
  type FirebaseScryptParameters,
  FirebaseScryptParametersSchema,
  type ImportResult,
  ImportStatus,
} from "@svc/proto/svc/admin/v1/user_transfer_pb";
import { failureOf } from "../../api/failure-of.ts";
import { transfer as text } from "../../strings/users.ts";
import { problemOfClaims } from "../user/check-claims.ts";

const MAX_FILE_BYTES = 400_000_000;
const MAX_BATCH = 500;
/** The server takes 4 MiB; JSON is larger than the binary form that is counted here. */
const MAX_BATCH_BYTES = 1.75 * 1024 * 1024;

export type ImportFile = { users: readonly unknown[]; firebase: FirebaseScryptParameters | undefined };
/** Somebody who was not created, and why. The place is that in the file, from 1. */
export type LeftOut = { place: number; email: string; reason: string; isRefused: boolean };
export type Tally = { read: number; created: number; skipped: number; refused: number; leftOut: LeftOut[] };

/** How many of those left out are kept, which is more than anybody reads. */
const KEPT = 1000;

/** Throws an Error whose message is for people. */
export async function readImportFile(file: Blob): Promise<ImportFile> {
  if (file.size > MAX_FILE_BYTES) throw new Error(text.tooLarge);
  let document: unknown;
  try {
    document = JSON.parse(await file.text());
  } catch {
    throw new Error(text.notJson);
  }
  const { version, users, firebase_scrypt: firebase } = Object(document);
  if (!Array.isArray(users)) throw new Error(text.notOurs);
  if (version !== 1) throw new Error(version === undefined ? text.notOurs : text.wrongVersion);
  const isObject = typeof firebase === "object" && firebase !== null;
  return {
    users,
    firebase: isObject ? fromJson(FirebaseScryptParametersSchema, firebase as JsonValue) : undefined,
  };
}

export function newTally(): Tally {
  return { read: 0, created: 0, skipped: 0, refused: 0, leftOut: [] };
}

type Sending = {
  transport: Transport;
  project: string;
  file: ImportFile;
  /** Where to go on, and what is counted further. */
  tally: Tally;
  isStopped: () => boolean;
  onProgress: (tally: Tally) => void;
};

/** Sends the rest of a file in portions. Thrown failures leave the tally at the last whole portion. */
export async function importDocument(sending: Sending): Promise<void> {
  const { file, tally, isStopped, onProgress } = sending;
  while (tally.read < file.users.length && !isStopped()) {
    const { entries, unreadable, next } = nextBatch(file.users, tally.read);
    const results = entries.length > 0 ? await send(sending, entries) : [];
    for (const one of unreadable) leaveOut(tally, one);
    for (const [index, entry] of entries.entries()) count(tally, entry, results[index]);
    tally.read = next;
    onProgress({ ...tally });
  }
}

type Entry = { place: number; user: ExportedUser };

function nextBatch(users: readonly unknown[], from: number) {
  const entries: Entry[] = [];
  const unreadable: LeftOut[] = [];
  let bytes = 0;
  let next = from;
  for (; next < users.length && next - from < MAX_BATCH; next++) {
    const place = next + 1;
    const user = readUser(users[next]);
    const size = typeof user === "string" ? 0 : toBinary(ExportedUserSchema, user).length;
    if (typeof user === "string" || size > MAX_BATCH_BYTES) {
      const reason = typeof user === "string" ? user : text.tooBig;
      unreadable.push({ place, email: emailOf(users[next]), reason, isRefused: true });
      continue;
    }
    if (bytes + size > MAX_BATCH_BYTES) break;
    entries.push({ place, user });
    bytes += size;
  }
  return { entries, unreadable, next };
}

/** The user, or why there is none. */
function readUser(value: unknown): ExportedUser | string {
  try {
    const { created_at: createdAt, ...user } = Object(value);
    const dated = createdAt ? { ...user, created_at: createdAt } : user;
    const read = fromJson(ExportedUserSchema, dated as JsonValue, { ignoreUnknownFields: true });
    // Checked here: on the way to the server 1e400 would become null.
    const problem = problemOfClaims(read.customClaims ?? {});
    return problem === undefined ? read : text.claims(problem);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return message.replace(/^cannot decode field svc\.admin\.v1\.\w+\.(\w+) from JSON/, "$1");
  }
}

function emailOf(value: unknown): string {
  const { email } = Object(value);
  return typeof email === "string" ? email : "";
}

/** One user that the server cannot even parse spoils a whole portion: find it, and send the others. */
async function send(sending: Sending, entries: readonly Entry[]): Promise<ImportResult[]> {
  const { transport, project, file } = sending;
  const users = entries.map(({ user }) => user);
  const request = { project, users, ...(file.firebase && { firebaseScrypt: file.firebase }) };
  try {
    return (await callUnaryMethod(transport, ProjectService.method.importUsers, request)).results;
  } catch (error) {
    if (ConnectError.from(error).code !== Code.InvalidArgument) throw error;
    if (entries.length === 1) return [refusedBecause(failureOf(error).text)];
    const middle = Math.ceil(entries.length / 2);
    const first = await send(sending, entries.slice(0, middle));
    return [...first, ...(await send(sending, entries.slice(middle)))];
  }
}

function refusedBecause(reason: string): ImportResult {
  return { status: ImportStatus.REFUSED, reason } as ImportResult;
}

function count(tally: Tally, { place, user }: Entry, result: ImportResult | undefined): void {
  if (result?.status === ImportStatus.CREATED) {
    tally.created += 1;
    return;
  }
  const isRefused = result?.status !== ImportStatus.SKIPPED;
  leaveOut(tally, { place, email: user.email, reason: result?.reason ?? "", isRefused });
}

function leaveOut(tally: Tally, one: LeftOut): void {
  if (one.isRefused) tally.refused += 1;
  else tally.skipped += 1;
  if (tally.leftOut.length < KEPT) tally.leftOut.push(one);
}
