import { useQuery } from "@connectrpc/connect-query";
import { type DkimKey, DkimService } from "@svc/proto/svc/admin/v1/dkim_pb";
import { type FormEvent, type ReactNode, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmedButton } from "../../components/confirmed-button.tsx";
import { CopyField } from "../../components/copy-field.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { TextAreaField, TextField } from "../../components/fields.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Card } from "../../components/page.tsx";
import { mailSender as text } from "../../strings/mail-sender.ts";

/** The keys that sign emails, with their DNS records. */
export function Dkim(): ReactNode {
  const query = useQuery(DkimService.method.listDkimKeys, {});
  return (
    <Card description={text.dkimText} title={text.dkim}>
      <Loaded query={query}>
        {({ keys }) =>
          keys.length === 0 ? (
            <p className="text-muted">{text.noKeys}</p>
          ) : (
            <ul className="divide-y divide-line">
              {keys.map((key) => (
                <SignedDomain dkimKey={key} key={key.domain} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <KeyForm />
    </Card>
  );
}

function SignedDomain({ dkimKey: { domain, recordName, recordText } }: { dkimKey: DkimKey }): ReactNode {
  const check = useAction(DkimService.method.checkDkimKey, { failures: "inline" });
  const remove = useAction(DkimService.method.removeDkimKey, {
    done: () => text.removed,
    failures: "inline",
  });
  const [found, setFound] = useState<{ published: boolean; detail: string }>();
  const look = async (): Promise<void> => {
    setFound(undefined);
    setFound(await check.run({ domain }));
  };
  return (
    <li className="space-y-3 py-4 first:pt-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium break-all">{domain}</h3>
        <div className="flex gap-2">
          <Button aria-label={text.checkOf(domain)} isBusy={check.isRunning} onClick={() => void look()}>
            {text.check}
          </Button>
          <ConfirmedButton
            action={remove}
            description={text.removeText}
            label={text.remove}
            labelOf={text.removeOf(domain)}
            onConfirm={() => remove.run({ domain })}
            title={text.removeTitle(domain)}
          />
        </div>
      </div>
      <CopyField label={text.recordName(domain)} value={recordName} />
      <CopyField label={text.recordText(domain)} value={recordText} />
      {check.failure && <ErrorNotice failure={check.failure} />}
      <div className="empty:hidden" role="status">
        {found && (
          <p
            className={`rounded-lg p-3 ${found.published ? "bg-ok-soft text-ok-ink" : "bg-danger-soft text-danger-ink"}`}
          >
            {found.published ? text.published : found.detail}
          </p>
        )}
      </div>
    </li>
  );
}

function KeyForm(): ReactNode {
  const [domain, setDomain] = useState("");
  const [selector, setSelector] = useState("");
  const [privateKey, setPrivateKey] = useState("");
  const save = useAction(DkimService.method.setDkimKey, { done: () => text.savedKey, failures: "inline" });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!(await save.run({ domain, selector, privateKey }))) return;
    setDomain("");
    setSelector("");
    setPrivateKey("");
  };
  return (
    <form className="space-y-4 border-t border-line pt-4" onSubmit={submit}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={text.domain} onChange={setDomain} required spellCheck={false} value={domain} />
        <TextField
          hint={text.selectorHint}
          label={text.selector}
          onChange={setSelector}
          required
          spellCheck={false}
          value={selector}
        />
      </div>
      <TextAreaField
        autoComplete="off"
        hint={text.privateKeyHint}
        isCode
        label={text.privateKey}
        onChange={setPrivateKey}
        required
        value={privateKey}
      />
      {save.failure && <ErrorNotice failure={save.failure} />}
      <div className="flex justify-end">
        <Button isBusy={save.isRunning} type="submit">
          {text.saveKey}
        </Button>
      </div>
    </form>
  );
}
