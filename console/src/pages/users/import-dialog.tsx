import { useTransport } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Failure } from "../../api/failure.ts";
import { failureOf } from "../../api/failure-of.ts";
import { isPasswordDeclined } from "../../api/password-declined.ts";
import { Button } from "../../components/button.tsx";
import { CodeBlock } from "../../components/code-block.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Field } from "../../components/fields.tsx";
import { common } from "../../strings/common.ts";
import { bulk, transfer as text } from "../../strings/users.ts";
import { type ImportFile, importDocument, newTally, readImportFile, type Tally } from "./import-document.ts";
import { ImportOutcome } from "./import-outcome.tsx";
import { ProgressBar } from "./progress-bar.tsx";

type Run = { isRunning: boolean; tally: Tally; failure?: Failure };

/** Reads a file, sends it in portions, and says what became of everybody in it. */
export function ImportDialog({ project, onClose }: { project: string; onClose: () => void }): ReactNode {
  const transport = useTransport();
  const client = useQueryClient();
  const [file, setFile] = useState<ImportFile>();
  const [run, setRun] = useState<Run>();
  const isStopped = useRef(false);
  useEffect(
    () => () => {
      isStopped.current = true;
    },
    [],
  );

  const start = async (file: ImportFile, tally: Tally): Promise<void> => {
    isStopped.current = false;
    setRun({ isRunning: true, tally });
    const onProgress = (now: Tally): void => setRun({ isRunning: true, tally: now });
    const sending = { transport, project, file, tally, isStopped: () => isStopped.current, onProgress };
    try {
      await importDocument(sending);
      setRun({ isRunning: false, tally });
    } catch (error) {
      const hasNotBegun = isPasswordDeclined(error) && tally.read === 0;
      setRun(hasNotBegun ? undefined : { isRunning: false, tally, failure: failureOf(error) });
    }
    void client.invalidateQueries();
  };

  return (
    <Dialog description={run ? undefined : text.importText} isOpen onClose={onClose} title={text.importTitle}>
      {/* Kept while it runs: whoever declines to confirm the password finds the file still chosen. */}
      <div hidden={run !== undefined}>
        <Choose file={file} onCancel={onClose} onFile={setFile} onStart={start} project={project} />
      </div>
      {run?.isRunning && file && (
        <div className="space-y-4">
          <ProgressBar done={run.tally.read} label={text.progress} total={file.users.length}>
            {text.importing(run.tally.read.toLocaleString(), bulk.people(file.users.length))}
          </ProgressBar>
          <div className="flex justify-end">
            <Button
              onClick={() => {
                isStopped.current = true;
              }}
            >
              {text.stop}
            </Button>
          </div>
        </div>
      )}
      {run && !run.isRunning && file && (
        <ImportOutcome
          failure={run.failure}
          left={file.users.length - run.tally.read}
          onClose={onClose}
          onGoOn={() => void start(file, run.tally)}
          tally={run.tally}
        />
      )}
    </Dialog>
  );
}

function Choose(props: {
  project: string;
  file: ImportFile | undefined;
  onFile: (file: ImportFile | undefined) => void;
  onStart: (file: ImportFile, tally: Tally) => Promise<void>;
  onCancel: () => void;
}): ReactNode {
  const { file, onFile } = props;
  const [problem, setProblem] = useState<string>();
  const [isReading, setReading] = useState(false);
  const read = async (chosen: File | undefined): Promise<void> => {
    onFile(undefined);
    setProblem(undefined);
    if (!chosen) return;
    setReading(true);
    try {
      onFile(await readImportFile(chosen));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setReading(false);
  };
  const people = bulk.people(file?.users.length ?? 0);
  return (
    <div className="space-y-4">
      <Field hint={file ? text.found(people) : text.fileHint} label={text.file} problem={problem}>
        {(wiring) => (
          <input
            {...wiring}
            accept=".json,application/json"
            className="control h-auto py-1.5 file:mr-3 file:rounded-md file:bg-hover file:px-2 file:py-1 file:text-ink"
            onChange={(event) => void read(event.target.files?.[0])}
            type="file"
          />
        )}
      </Field>
      <div className="space-y-1.5">
        <p className="text-xs text-muted">{text.foreign}</p>
        <CodeBlock code={text.foreignCommand(props.project)} label={text.foreign} />
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={props.onCancel}>{common.cancel}</Button>
        <Button
          disabled={!file || file.users.length === 0}
          icon="up"
          isBusy={isReading}
          variant="primary"
          onClick={() => file && void props.onStart(file, newTally())}
        >
          {file ? text.importStart(people) : text.importTitle}
        </Button>
      </div>
    </div>
  );
}
