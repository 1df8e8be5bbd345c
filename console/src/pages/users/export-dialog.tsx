import type { Transport } from "@connectrpc/connect";
import { useTransport } from "@connectrpc/connect-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Failure } from "../../api/failure.ts";
import { failureOf } from "../../api/failure-of.ts";
import { isPasswordDeclined } from "../../api/password-declined.ts";
import { Button, buttonClass } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Icon } from "../../components/icon.tsx";
import { common } from "../../strings/common.ts";
import { bulk, transfer as text } from "../../strings/users.ts";
import { ProgressBar } from "./progress-bar.tsx";

type Stage =
  | { name: "ask"; failure?: Failure }
  | { name: "working"; count: number }
  | { name: "done"; count: number; url: string };

type Work = { signal: AbortSignal; onProgress: (count: number) => void };

/** Fetches users page by page and hands them over as a file, which is gone from here on closing. */
export function ExportDialog(props: {
  title: string;
  description: string;
  fileName: string;
  write: (transport: Transport, work: Work) => Promise<{ document: Blob; count: number }>;
  onClose: () => void;
}): ReactNode {
  const { onClose, write, fileName } = props;
  const transport = useTransport();
  const [stage, setStage] = useState<Stage>({ name: "ask" });
  const abort = useRef(new AbortController());
  const url = stage.name === "done" ? stage.url : "";
  useEffect(() => () => abort.current.abort(), []);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);

  const start = async (): Promise<void> => {
    abort.current = new AbortController();
    const { signal } = abort.current;
    setStage({ name: "working", count: 0 });
    try {
      const onProgress = (count: number): void => setStage({ name: "working", count });
      const { document, count } = await write(transport, { signal, onProgress });
      setStage({ name: "done", count, url: URL.createObjectURL(document) });
    } catch (error) {
      const isWanted = signal.aborted || isPasswordDeclined(error);
      setStage(isWanted ? { name: "ask" } : { name: "ask", failure: failureOf(error) });
    }
  };

  return (
    <Dialog description={props.description} isOpen onClose={onClose} title={props.title}>
      <div className="space-y-4">
        {stage.name === "ask" && stage.failure && <ErrorNotice failure={stage.failure} />}
        {stage.name === "working" && (
          <ProgressBar done={stage.count} label={text.progress}>
            {text.exporting(bulk.people(stage.count))}
          </ProgressBar>
        )}
        {stage.name === "done" && (
          <p className="flex items-center gap-2 font-medium" role="status">
            <span className="text-ok">
              <Icon name="check" />
            </span>
            {text.exported(bulk.people(stage.count))}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          {stage.name === "ask" && <Button onClick={onClose}>{common.cancel}</Button>}
          {stage.name === "ask" && (
            <Button icon="down" variant="primary" onClick={() => void start()}>
              {stage.failure ? common.retry : text.exportStart}
            </Button>
          )}
          {stage.name === "working" && <Button onClick={() => abort.current.abort()}>{text.stop}</Button>}
          {stage.name === "done" && (
            <>
              <Button onClick={onClose}>{text.finish}</Button>
              <a className={buttonClass("primary")} download={fileName} href={stage.url}>
                <Icon name="down" />
                {text.download}
              </a>
            </>
          )}
        </div>
      </div>
    </Dialog>
  );
}
