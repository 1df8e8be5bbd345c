import { BillingService } from "@svc/proto/svc/admin/v1/billing_pb";
import { type ReactNode, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { useProjectSlug } from "../../app/current-project.ts";
import { Button } from "../../components/button.tsx";
import { CopyField } from "../../components/copy-field.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { stores as text } from "../../strings/billing.ts";
import type { StoreEntry } from "./store-entry.ts";

/** Where the store sends its notifications. It has a secret part, so it is in the page only while somebody looks. */
export function WebhookUrl({ store: { webhook } }: { store: StoreEntry }): ReactNode {
  const project = useProjectSlug();
  const [url, setUrl] = useState("");
  const ask = useAction(BillingService.method.getWebhookUrls, { failures: "inline" });
  const show = async (): Promise<void> => {
    const urls = await ask.run({ project });
    if (urls) setUrl(webhook.urlOf(urls));
  };
  return (
    <div className="space-y-2">
      {url === "" ? (
        <>
          <h3 className="font-medium">{text.urlTitle}</h3>
          <p className="text-xs text-muted">{webhook.isSecret ? text.urlSecret : text.urlPlain}</p>
          <Button needs="administrator" icon="eye" isBusy={ask.isRunning} onClick={() => void show()}>
            {text.reveal}
          </Button>
        </>
      ) : (
        <>
          <CopyField hint={webhook.hint} label={text.urlTitle} value={url} />
          <Button onClick={() => setUrl("")}>{text.hide}</Button>
        </>
      )}
      {ask.failure && <ErrorNotice failure={ask.failure} />}
    </div>
  );
}
