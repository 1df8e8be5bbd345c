import { BillingService, type GetWebhookUrlsResponse } from "@svc/proto/svc/admin/v1/billing_pb";
import { Store } from "@svc/proto/svc/billing/v1/subscription_pb";
import { type ReactNode, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { useProjectSlug } from "../../app/current-project.ts";
import { Button } from "../../components/button.tsx";
import { CopyField } from "../../components/copy-field.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { stores as text } from "../../strings/billing.ts";

const HINTS: Partial<Record<Store, string>> = {
  [Store.APP_STORE]: text.urlApple,
  [Store.PLAY_STORE]: text.urlGoogle,
  [Store.STRIPE]: text.urlStripe,
};

function urlOf(urls: GetWebhookUrlsResponse, store: Store): string {
  if (store === Store.APP_STORE) return urls.appStoreUrl;
  return store === Store.PLAY_STORE ? urls.playStoreUrl : urls.stripeUrl;
}

/** Where the store sends its notifications. It has a secret part, so it is in the page only while somebody looks. */
export function WebhookUrl({ store }: { store: Store }): ReactNode {
  const project = useProjectSlug();
  const [url, setUrl] = useState("");
  const ask = useAction(BillingService.method.getWebhookUrls, { failures: "inline" });
  const show = async (): Promise<void> => {
    const urls = await ask.run({ project });
    if (urls) setUrl(urlOf(urls, store));
  };
  return (
    <div className="space-y-2">
      {url === "" ? (
        <>
          <h3 className="font-medium">{text.urlTitle}</h3>
          <p className="text-xs text-muted">{store === Store.STRIPE ? text.urlPlain : text.urlSecret}</p>
          <Button icon="eye" isBusy={ask.isRunning} onClick={() => void show()}>
            {text.reveal}
          </Button>
        </>
      ) : (
        <>
          <CopyField hint={HINTS[store]} label={text.urlTitle} value={url} />
          <Button onClick={() => setUrl("")}>{text.hide}</Button>
        </>
      )}
      {ask.failure && <ErrorNotice failure={ask.failure} />}
    </div>
  );
}
