import { type FormEvent, type ReactNode, useState } from "react";
import { useStored } from "../../app/stored.ts";
import { Button, IconButton } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { TextField } from "../../components/fields.tsx";
import { Menu } from "../../components/menu.tsx";
import { savedFilters as text } from "../../strings/users.ts";
import { noFilters, type UserView } from "./user-filters.tsx";

type Saved = { name: string; view: UserView };

/** Filters with a name, kept in this browser for each project. */
export function SavedFilters(props: {
  project: string;
  view: UserView;
  onApply: (view: UserView) => void;
}): ReactNode {
  const [saved, store] = useStored<readonly Saved[]>(`svc-user-filters:${props.project}`, []);
  const [isOpen, setOpen] = useState(false);
  const entries = saved.map(({ name, view }) => ({
    label: name,
    isChosen: isSame(view, props.view),
    onSelect: () => props.onApply({ ...noFilters, ...view }),
  }));
  return (
    <>
      <Menu
        entries={[
          ...entries,
          { label: text.manage, icon: "settings" as const, onSelect: () => setOpen(true) },
        ]}
        trigger={<Button icon="chevron">{text.title}</Button>}
      />
      <Dialog
        description={text.description}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={text.title}
      >
        <div className="space-y-4">
          <SaveForm
            onSave={(name) => {
              const { q, status, verified, kind, provider, sort } = props.view;
              const view = { q, status, verified, kind, provider, sort };
              store([...saved.filter((other) => other.name !== name), { name, view }]);
              setOpen(false);
            }}
          />
          <ul className="divide-y divide-line">
            {saved.map(({ name }) => (
              <li className="flex items-center justify-between gap-3 py-1" key={name}>
                <span className="min-w-0 truncate">{name}</span>
                <IconButton
                  icon="trash"
                  label={text.remove(name)}
                  onClick={() => store(saved.filter((other) => other.name !== name))}
                />
              </li>
            ))}
          </ul>
        </div>
      </Dialog>
    </>
  );
}

function SaveForm({ onSave }: { onSave: (name: string) => void }): ReactNode {
  const [name, setName] = useState("");
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() !== "") onSave(name.trim());
  };
  return (
    <form className="space-y-3" onSubmit={submit}>
      <TextField
        autoComplete="off"
        autoFocus
        label={text.name}
        maxLength={60}
        onChange={setName}
        value={name}
      />
      <div className="flex justify-end">
        <Button disabled={name.trim() === ""} type="submit" variant="primary">
          {text.save}
        </Button>
      </div>
    </form>
  );
}

function isSame(a: UserView, b: UserView): boolean {
  return (Object.keys(a) as (keyof UserView)[]).every((name) => a[name] === b[name]);
}
