import { useQuery } from "@connectrpc/connect-query";
import {
  InstanceSettingsService,
  type SendTestEmailResponse,
  SmtpSource,
} from "@svc/proto/svc/admin/v1/instance_pb";
import { SessionService } from "@svc/proto/svc/admin/v1/session_pb";
import { type FormEvent, type ReactNode, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { TextField } from "../../components/fields.tsx";
import { Icon } from "../../components/icon.tsx";
import { Card } from "../../components/page.tsx";
import { instance as text } from "../../strings/instance.ts";

/** Sends a test email and shows the reply of the mail server. */
export function TestMail(): ReactNode {
  const { data } = useQuery(SessionService.method.getCurrentAdmin, {});
  const [typed, setTyped] = useState<string>();
  const [result, setResult] = useState<SendTestEmailResponse>();
  const send = useAction(InstanceSettingsService.method.sendTestEmail, { failures: "inline" });
  const to = typed ?? data?.admin?.email ?? "";
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setResult(undefined);
    setResult(await send.run({ to }));
  };
  return (
    <Card description={text.testText} title={text.test}>
      <form className="space-y-4" onSubmit={submit}>
        <TextField label={text.testTo} onChange={setTyped} required type="email" value={to} />
        <Button icon="arrow" isBusy={send.isRunning} type="submit">
          {text.testSend}
        </Button>
      </form>
      {send.failure && <ErrorNotice failure={send.failure} />}
      <div className="empty:hidden" role="status">
        {result && <Result result={result} />}
      </div>
    </Card>
  );
}

function Result({ result: { accepted, answer, smtp } }: { result: SendTestEmailResponse }): ReactNode {
  const colours = accepted ? "bg-ok-soft text-ok-ink" : "bg-danger-soft text-danger-ink";
  return (
    <div className={`flex gap-3 rounded-lg p-3 ${colours}`}>
      <Icon name={accepted ? "check" : "alert"} />
      <div className="min-w-0 space-y-1">
        <p className="font-medium">{accepted ? text.testAccepted : text.testRefused}</p>
        <p className="font-mono text-xs break-words">{answer}</p>
        {smtp?.source === SmtpSource.CONSOLE && <p>{text.testConsole}</p>}
      </div>
    </div>
  );
}
