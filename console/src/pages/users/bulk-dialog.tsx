import { type ReactNode, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { FailureFacts } from "../../components/error-notice.tsx";
import { TextField } from "../../components/fields.tsx";
import { Icon } from "../../components/icon.tsx";
import { common } from "../../strings/common.ts";
import { bulk as text } from "../../strings/users.ts";
import { ProgressBar } from "./progress-bar.tsx";
import { type BulkAction, type BulkState, type Chosen, useBulk } from "./use-bulk.ts";

/** Asks, works, and says for how many it worked and for whom it did not, and why. */
export function BulkDialog({
  project,
  action,
  users,
  onClose,
}: {
  project: string;
  action: BulkAction;
  users: readonly Chosen[];
  /** `isDone` once everybody was dealt with. */
  onClose: (isDone: boolean) => void;
}): ReactNode {
  const { state, run, stop } = useBulk(project);
  const words = text.actions[action];
  const isWhole = state !== undefined && !state.isRunning && state.left.length + state.failed.length === 0;
  const close = (): void => {
    stop();
    onClose(isWhole);
  };
  const again = (users: readonly Chosen[]): void => void run(action, users);
  return (
    <Dialog
      description={state ? undefined : words.text}
      isOpen
      onClose={close}
      title={words.title(text.people(users.length))}
    >
      {!state && <Ask action={action} onCancel={close} onGo={() => again(users)} users={users} />}
      {state?.isRunning && <Working onStop={stop} state={state} />}
      {state && !state.isRunning && <Outcome action={action} again={again} onClose={close} state={state} />}
    </Dialog>
  );
}

const NAMED = 5;

function Ask(props: {
  action: BulkAction;
  users: readonly Chosen[];
  onCancel: () => void;
  onGo: () => void;
}): ReactNode {
  const { action, users } = props;
  const [typed, setTyped] = useState("");
  const expected = action === "remove" ? text.typed(users.length) : undefined;
  const isReady = expected === undefined || typed.trim() === expected;
  const names = users.slice(0, NAMED).map(({ name }) => name);
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) props.onGo();
      }}
    >
      <p className="break-words">
        {names.join(", ")}
        {users.length > NAMED && ` +${users.length - NAMED}`}
      </p>
      {expected !== undefined && (
        <TextField
          autoComplete="off"
          autoFocus
          label={common.typeToConfirm(expected)}
          onChange={setTyped}
          spellCheck={false}
          value={typed}
        />
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={props.onCancel}>{common.cancel}</Button>
        <Button disabled={!isReady} variant={action === "enable" ? "primary" : "danger"} type="submit">
          {text.actions[action].button}
        </Button>
      </div>
    </form>
  );
}

function Working({ state, onStop }: { state: BulkState; onStop: () => void }): ReactNode {
  const tried = state.done + state.failed.length;
  return (
    <div className="space-y-4">
      <ProgressBar done={tried} label={text.progress} total={state.total}>
        {text.running(tried, state.total)}
      </ProgressBar>
      <div className="flex justify-end">
        <Button onClick={onStop}>{text.stop}</Button>
      </div>
    </div>
  );
}

function Outcome(props: {
  action: BulkAction;
  state: BulkState;
  again: (users: readonly Chosen[]) => void;
  onClose: () => void;
}): ReactNode {
  const { done, failed, left } = props.state;
  return (
    <div className="space-y-4">
      <p className="flex items-center gap-2 font-medium" role="status">
        <span className={failed.length === 0 ? "text-ok" : "text-warn"}>
          <Icon name={failed.length === 0 ? "check" : "alert"} />
        </span>
        {text.actions[props.action].done(text.people(done))}
      </p>
      {left.length > 0 && <p className="text-muted">{text.stopped(text.people(left.length))}</p>}
      {failed.length > 0 && <Failed failed={failed} />}
      <div className="flex flex-wrap justify-end gap-2">
        {failed.length > 0 && (
          <Button icon="refresh" onClick={() => props.again(failed.map(({ user }) => user))}>
            {text.retry}
          </Button>
        )}
        {left.length > 0 && <Button onClick={() => props.again(left)}>{text.goOn}</Button>}
        <Button variant="primary" onClick={props.onClose}>
          {text.finish}
        </Button>
      </div>
    </div>
  );
}

function Failed({ failed }: Pick<BulkState, "failed">): ReactNode {
  return (
    <section className="space-y-2" role="alert">
      <h3 className="font-medium text-danger-ink">{text.failedTitle(text.people(failed.length))}</h3>
      <ul className="max-h-56 divide-y divide-line overflow-y-auto rounded-lg border border-line">
        {failed.map(({ user, failure }) => (
          <li className="space-y-0.5 px-3 py-2" key={user.id}>
            <bdi className="block font-medium break-words">{user.name}</bdi>
            <p>{failure.text}</p>
            <FailureFacts failure={failure} />
          </li>
        ))}
      </ul>
    </section>
  );
}
