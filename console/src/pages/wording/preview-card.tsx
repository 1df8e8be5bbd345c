import { useQuery } from "@connectrpc/connect-query";
import { WordingService } from "@svc/proto/svc/admin/v1/wording_pb";
import { keepPreviousData } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { useSettled } from "../../app/settled.ts";
import { Button } from "../../components/button.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Card } from "../../components/page.tsx";
import { showSuccess } from "../../components/toast.tsx";
import { branding } from "../../strings/branding.ts";
import { wording as text } from "../../strings/wording.ts";
import { Choice } from "../branding/choice.tsx";
import { type Device, PreviewFrame } from "../branding/preview-frame.tsx";

export type PreviewView = { scheme: string; width: string };

type Asked = { project: string; place: string; language: string; texts: Record<string, string> };

/** An email or page with the texts that the form has now, saved or not. */
export function PreviewCard({
  asked,
  view,
  onView,
}: {
  asked: Asked;
  view: PreviewView;
  onView: (change: Partial<PreviewView>) => void;
}): ReactNode {
  const isEmail = asked.place.startsWith("email.");
  return (
    <Card
      actions={isEmail && <SendAction asked={asked} key={`${asked.place} ${asked.language}`} />}
      description={asked.place === "" ? text.noPreview : text.previewText}
      title={text.preview}
    >
      <div className="flex flex-wrap gap-3">
        <Choice
          label={branding.scheme}
          onChange={(scheme) => onView({ scheme })}
          options={[
            { value: "light", label: branding.light, icon: "sun" },
            { value: "dark", label: branding.dark, icon: "moon" },
          ]}
          value={view.scheme === "dark" ? "dark" : "light"}
        />
        <Choice
          label={branding.width}
          onChange={(width) => onView({ width })}
          options={[
            { value: "phone", label: branding.phone },
            { value: "desktop", label: branding.desktop },
          ]}
          value={view.width === "desktop" ? "desktop" : "phone"}
        />
      </div>
      {asked.place !== "" && <Shown asked={asked} view={view} />}
    </Card>
  );
}

function Shown({ asked, view }: { asked: Asked; view: PreviewView }): ReactNode {
  const device: Device = view.width === "desktop" ? "desktop" : "phone";
  const query = useQuery(
    WordingService.method.previewWording,
    { ...useSettled(asked), dark: view.scheme === "dark" },
    // Each text is another question; nobody asks the old ones again.
    { placeholderData: keepPreviousData, gcTime: 0 },
  );
  return (
    <Loaded query={query}>
      {({ html, subject }) => (
        <div className="space-y-2">
          {subject && (
            <p className="text-xs break-words">
              <span className="text-muted">{text.subject}:</span> <bdi lang={asked.language}>{subject}</bdi>
            </p>
          )}
          <PreviewFrame
            device={device}
            html={html}
            title={text.previewFrame(text.places[asked.place] ?? asked.place)}
          />
        </div>
      )}
    </Loaded>
  );
}

/** To the administrator's own address, with the texts that the form has now. */
function SendAction({ asked }: { asked: Asked }): ReactNode {
  const send = useAction(WordingService.method.sendPreviewEmail);
  const [refusal, setRefusal] = useState("");
  const run = async (): Promise<void> => {
    setRefusal("");
    const answer = await send.run(asked);
    if (answer?.accepted) showSuccess(answer.printed ? text.printed : text.sent(answer.to));
    else if (answer) setRefusal(answer.answer);
  };
  return (
    <div className="space-y-1.5">
      <Button isBusy={send.isRunning} needs="administrator" onClick={() => void run()}>
        {text.send}
      </Button>
      <p className="text-xs text-danger-ink wrap-anywhere empty:hidden" role="status">
        {refusal && text.refused(refusal)}
      </p>
    </div>
  );
}
