import { ProjectService } from "@svc/proto/svc/admin/v1/projects_pb";
import { type FormEvent, type ReactNode, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { useRequestedAction } from "../../app/requested-action.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { NumberField, type Option, SelectField } from "../../components/fields.tsx";
import { common } from "../../strings/common.ts";
import { keys as text } from "../../strings/keys.ts";
import { durationText } from "./duration-text.ts";

type Grace = keyof typeof text.graceOptions;

const OPTIONS: Option<Grace>[] = (["0", "3600", "86400", "604800", "2592000", "other"] as const).map(
  (value) => ({
    value,
    label: text.graceOptions[value],
  }),
);

type Rotation = {
  slug: string;
  /** For how long backends may not know the stand-by key. */
  waitSeconds: number;
};

export function RotateKey({ slug, waitSeconds }: Rotation): ReactNode {
  const [isOpen, setOpen] = useState(false);
  useRequestedAction("rotate-signing-key", () => setOpen(true));
  const close = (): void => setOpen(false);
  return (
    <>
      <Button needs="administrator" icon="refresh" onClick={() => setOpen(true)}>
        {text.rotate}
      </Button>
      <Dialog description={text.rotateText} isOpen={isOpen} onClose={close} title={text.rotateTitle}>
        <RotateForm onClose={close} slug={slug} waitSeconds={waitSeconds} />
      </Dialog>
    </>
  );
}

function RotateForm({ slug, waitSeconds, onClose }: Rotation & { onClose: () => void }): ReactNode {
  const [grace, setGrace] = useState<Grace>("0");
  const [seconds, setSeconds] = useState<number>();
  const rotate = useAction(ProjectService.method.rotateSigningKey, {
    done: () => text.rotated,
    failures: "inline",
  });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const graceSeconds = grace === "other" ? (seconds ?? 0) : Number(grace);
    if (await rotate.run({ project: slug, graceSeconds })) onClose();
  };
  return (
    <form className="space-y-4" onSubmit={submit}>
      {waitSeconds > 0 && (
        <p className="rounded-lg bg-warn-soft p-3 text-warn-ink">
          {text.standByIsYoung(durationText(waitSeconds * 1000))}
        </p>
      )}
      <SelectField
        hint={text.graceHint}
        label={text.graceField}
        onChange={setGrace}
        options={OPTIONS}
        value={grace}
      />
      {grace === "other" && (
        <NumberField
          hint={text.graceSecondsHint}
          label={text.graceSeconds}
          max={2_592_000}
          min={1}
          onChange={setSeconds}
          required
          value={seconds}
        />
      )}
      {rotate.failure && <ErrorNotice failure={rotate.failure} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button isBusy={rotate.isRunning} variant="primary" type="submit">
          {text.rotateSubmit}
        </Button>
      </div>
    </form>
  );
}
