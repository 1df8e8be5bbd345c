import { useQuery } from "@connectrpc/connect-query";
import { InstanceSettingsService, type SmtpSettings, SmtpSource } from "@svc/proto/svc/admin/v1/instance_pb";
import { type FormEvent, lazy, type ReactNode, Suspense, useState } from "react";
import { problemOf } from "../../api/failure.ts";
import { useAction } from "../../api/use-action.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { NumberField, TextAreaField, TextField } from "../../components/fields.tsx";
import { Icon } from "../../components/icon.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Card } from "../../components/page.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { instance as text } from "../../strings/instance.ts";
import { mailSender as sender } from "../../strings/mail-sender.ts";
import { TestMail } from "./test-mail.tsx";

const Dkim = lazy(async () => ({ default: (await import("./dkim.tsx")).Dkim }));
const Outbox = lazy(async () => ({ default: (await import("./outbox.tsx")).Outbox }));

export function MailPart(): ReactNode {
  const query = useQuery(InstanceSettingsService.method.getInstance, {});
  return (
    <Loaded query={query}>
      {({ smtp, mailRelay }) => (
        <div className="grid grid-cols-1 gap-5 lg:grid-cols-[3fr_2fr] lg:items-start">
          {/* What is wrong comes first. */}
          {smtp?.source === SmtpSource.CONSOLE && <NoRelay />}
          {mailRelay?.failing && <WholeRow />}
          <Card
            actions={
              <div className="flex flex-wrap items-center gap-2">
                <Source smtp={smtp} />
                {smtp?.source === SmtpSource.DATABASE && <ClearRelay />}
              </div>
            }
            description={text.mailText}
            title={text.mail}
          >
            {/* Anew for every relay, so that what was typed for one is not sent to another. */}
            <RelayForm key={`${smtp?.source} ${smtp?.host} ${smtp?.port}`} smtp={smtp} />
          </Card>
          <TestMail />
          <div className="min-w-0 lg:col-span-2">
            <Suspense fallback={<Skeleton />}>
              <Dkim />
            </Suspense>
          </div>
          {!mailRelay?.failing && <WholeRow />}
        </div>
      )}
    </Loaded>
  );
}

function NoRelay(): ReactNode {
  return (
    <p className="flex gap-2 rounded-lg border border-warn/40 bg-warn-soft p-3 text-warn-ink lg:col-span-2">
      <span className="mt-0.5">
        <Icon name="alert" />
      </span>
      {text.noRelay}
    </p>
  );
}

function WholeRow(): ReactNode {
  return (
    <div className="min-w-0 lg:col-span-2">
      <Suspense fallback={<Skeleton />}>
        <Outbox />
      </Suspense>
    </div>
  );
}

function Source({ smtp }: { smtp: SmtpSettings | undefined }): ReactNode {
  if (smtp?.source === SmtpSource.DATABASE) return <Badge tone="ok">{text.sources.database}</Badge>;
  if (smtp?.source === SmtpSource.CONFIG) return <Badge>{text.sources.config}</Badge>;
  return <Badge tone="warn">{text.sources.console}</Badge>;
}

function RelayForm({ smtp }: { smtp: SmtpSettings | undefined }): ReactNode {
  const [host, setHost] = useState(smtp?.host ?? "");
  const [port, setPort] = useState<number | undefined>(smtp?.port || 587);
  const [username, setUsername] = useState(smtp?.username ?? "");
  const [password, setPassword] = useState("");
  const [fromAddress, setFrom] = useState(smtp?.fromAddress ?? "");
  const [allowed, setAllowed] = useState((smtp?.allowedSenders ?? []).join("\n"));
  // Of what was loaded into the form, not of what was read since.
  const [etag, setEtag] = useState(smtp?.etag ?? "");
  const save = useAction(InstanceSettingsService.method.setSmtp, {
    done: () => text.mailSaved,
    failures: "inline",
  });
  const isStored = smtp?.source === SmtpSource.DATABASE;
  const keeps = isStored && smtp.hasPassword && smtp.host === host.trim();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const allowedSenders = { senders: allowed.split(/[\s,]+/).filter((entry) => entry !== "") };
    const relay = { host, port: port ?? 0, username, password, fromAddress };
    const saved = await save.run({ ...relay, allowedSenders, etag });
    if (!saved) return;
    setPassword("");
    setEtag(saved.smtp?.etag ?? "");
  };
  return (
    <form className="space-y-4" onSubmit={submit}>
      <div className="grid gap-4 sm:grid-cols-[1fr_8rem]">
        <TextField label={text.host} onChange={setHost} required spellCheck={false} value={host} />
        <NumberField label={text.port} max={65_535} min={1} onChange={setPort} required value={port} />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          autoComplete="off"
          hint={text.usernameHint}
          label={text.username}
          onChange={setUsername}
          spellCheck={false}
          value={username}
        />
        <TextField
          autoComplete="new-password"
          hint={keeps ? text.passwordStored : text.passwordNone}
          label={text.password}
          onChange={setPassword}
          type="password"
          value={password}
        />
      </div>
      <TextField
        hint={text.fromHint}
        label={text.from}
        onChange={setFrom}
        required
        spellCheck={false}
        value={fromAddress}
      />
      <TextAreaField
        hint={sender.allowedHint}
        label={sender.allowed}
        onChange={setAllowed}
        problem={problemOf(save.failure, "allowed_senders")}
        rows={3}
        spellCheck={false}
        value={allowed}
      />
      {save.failure && <ErrorNotice failure={save.failure} />}
      <div className="flex justify-end">
        <Button isBusy={save.isRunning} variant="primary" type="submit">
          {text.saveMail}
        </Button>
      </div>
    </form>
  );
}

function ClearRelay(): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const clear = useAction(InstanceSettingsService.method.clearSmtp, {
    done: () => text.cleared,
    failures: "inline",
  });
  return (
    <>
      <Button onClick={() => setAsking(true)}>{text.clearMail}</Button>
      <ConfirmDialog
        action={text.clearMail}
        description={text.clearText}
        failure={clear.failure}
        isBusy={clear.isRunning}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          if (await clear.run({})) setAsking(false);
        }}
        title={text.clearTitle}
      />
    </>
  );
}
