import type { App } from "../../app.ts";
import { invalidRequest } from "../../errors.ts";
import type { UserNoteRow } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { countUserNotes, deleteUserNote, insertUserNote, listUserNotes } from "../../storage/user-notes.ts";
import { keepUser } from "../../storage/users.ts";
import { recordEvent } from "../analytics/record-event.ts";
import { type Page, pageOf, readCursor } from "../paging.ts";
import { requireUser, type UserScope, userNotFoundError } from "../users/scope.ts";

const MAX_CHARACTERS = 4000;
const MAX_NOTES = 1000;

type NotesApp = Pick<App, "clock" | "db" | "newId">;

export function addUserNote(
  app: NotesApp,
  scope: UserScope,
  { userId, text }: { userId: string; text: string },
): Promise<UserNoteRow> {
  const { project, by } = scope;
  const written = text.trim();
  if (written === "") throw invalidRequest("text", "is required");
  if ([...written].length > MAX_CHARACTERS) {
    throw invalidRequest("text", `must have at most ${MAX_CHARACTERS} characters`);
  }
  return transact(app, async (app) => {
    if (!(await keepUser(app.db, project.id, userId))) throw await userNotFoundError(app, scope, userId);
    if ((await countUserNotes(app.db, project.id, userId)) >= MAX_NOTES) {
      throw invalidRequest("text", `cannot be added: the user has ${MAX_NOTES} notes`);
    }
    const author = by.actor.replace(/^admin:/, "");
    const id = app.newId();
    const note = { id, projectId: project.id, userId, text: written, author, createdAt: app.clock() };
    await insertUserNote(app.db, note);
    await recordEvent(app, {
      kind: "admin.note_added",
      projectId: project.id,
      userId,
      by,
      data: { note_id: id },
    });
    return note;
  });
}

export async function listNotes(
  app: Pick<App, "db" | "secretBox">,
  scope: UserScope,
  input: { userId: string; pageSize: number; pageToken: string },
): Promise<Page<UserNoteRow>> {
  const { id, projectId } = await requireUser(app, scope, input.userId);
  const name = `notes ${projectId} ${id}`;
  const cursor = readCursor(app, name, input);
  const rows = await listUserNotes(app.db, projectId, id, cursor.after, cursor.limit + 1);
  return pageOf(app, name, cursor, rows);
}

export function removeUserNote(
  app: NotesApp,
  scope: UserScope,
  { userId, noteId }: { userId: string; noteId: string },
): Promise<void> {
  return transact(app, async (app) => {
    const { id, projectId } = await requireUser(app, scope, userId);
    if (!(await deleteUserNote(app.db, projectId, id, noteId))) return;
    await recordEvent(app, {
      kind: "admin.note_deleted",
      projectId,
      userId: id,
      by: scope.by,
      data: { note_id: noteId },
    });
  });
}
