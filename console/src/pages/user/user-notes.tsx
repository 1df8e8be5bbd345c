import { useQuery } from "@connectrpc/connect-query";
import type { UserNote } from "@svc/proto/svc/admin/v1/user_notes_pb";
import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { type FormEvent, type ReactNode, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { Button, IconButton } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { TextAreaField } from "../../components/fields.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Card } from "../../components/page.tsx";
import { Allowed } from "../../components/rights.tsx";
import { ShortTime } from "../../components/short-time.tsx";
import { notes as text } from "../../strings/user.ts";

type Props = { project: string; userId: string };

const SHOWN = 200;

/** What administrators want each other to know. */
export function UserNotes(props: Props): ReactNode {
  const query = useQuery(UserService.method.listUserNotes, { ...props, pageSize: SHOWN });
  return (
    <Card description={text.description} title={text.title}>
      <Allowed needs="support">
        <AddNote {...props} />
      </Allowed>
      <Loaded query={query}>
        {({ notes }) => (
          <ul className="divide-y divide-line">
            {notes.map((note) => (
              <Note {...props} key={note.id} note={note} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}

function AddNote(props: Props): ReactNode {
  const [typed, setTyped] = useState("");
  const add = useAction(UserService.method.addUserNote, { done: () => text.added });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (typed.trim() !== "" && (await add.run({ ...props, text: typed }))) setTyped("");
  };
  return (
    <form className="space-y-3" onSubmit={(event) => void submit(event)}>
      <TextAreaField label={text.field} maxLength={4000} onChange={setTyped} rows={2} value={typed} />
      <div className="flex justify-end">
        <Button disabled={typed.trim() === ""} isBusy={add.isRunning} type="submit">
          {text.add}
        </Button>
      </div>
    </form>
  );
}

function Note({ note, ...props }: Props & { note: UserNote }): ReactNode {
  return (
    <li className="flex items-start gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="break-words whitespace-pre-wrap">{note.text}</p>
        <p className="text-xs text-muted">
          {note.author} · <ShortTime at={note.createdAt} />
        </p>
      </div>
      <Allowed needs="administrator">
        <DeleteNote {...props} noteId={note.id} />
      </Allowed>
    </li>
  );
}

function DeleteNote(request: Props & { noteId: string }): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const remove = useAction(UserService.method.deleteUserNote, {
    done: () => text.deleted,
    failures: "inline",
  });
  const go = async (): Promise<void> => {
    if (await remove.run(request)) setAsking(false);
  };
  return (
    <>
      <IconButton icon="trash" label={text.remove} onClick={() => setAsking(true)} />
      <ConfirmDialog
        action={text.remove}
        description={text.removeText}
        failure={remove.failure}
        isBusy={remove.isRunning}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => void go()}
        title={text.removeTitle}
      />
    </>
  );
}
