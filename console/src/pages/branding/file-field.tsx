import { type ReactNode, useId, useRef } from "react";
import type { Failure } from "../../api/failure.ts";
import { Button } from "../../components/button.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { showFailure } from "../../components/toast.tsx";
import { branding as text } from "../../strings/branding.ts";

const MAX_BYTES = 1024 * 1024;

/** A file of the theme: what is there, and the ways to upload another or none. */
export function FileField({
  label,
  hint,
  accept,
  shown,
  hasFile,
  isBusy,
  failure,
  onFile,
  onRemove,
}: {
  label: string;
  hint: string;
  accept: string;
  /** The file as people know it. */
  shown: ReactNode;
  hasFile: boolean;
  isBusy: boolean;
  failure: Failure | undefined;
  onFile: (data: Uint8Array<ArrayBuffer>, name: string) => void;
  onRemove: () => void;
}): ReactNode {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const read = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    if (file.size > MAX_BYTES) {
      showFailure({ reason: "REQUEST_TOO_LARGE", text: text.tooLarge, requestId: "", field: "" });
      return;
    }
    onFile(new Uint8Array(await file.arrayBuffer()), file.name);
  };
  return (
    <div className="space-y-1.5">
      <p className="font-medium" id={id}>
        {label}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <div className="mr-auto min-w-0 text-muted">{shown}</div>
        <Button aria-describedby={id} icon="up" isBusy={isBusy} onClick={() => input.current?.click()}>
          {hasFile ? text.replace : text.upload}
        </Button>
        {hasFile && (
          <Button aria-describedby={id} variant="ghost" onClick={onRemove}>
            {text.remove}
          </Button>
        )}
        <input
          accept={accept}
          aria-labelledby={id}
          className="hidden"
          onChange={({ target }) => {
            void read(target.files?.[0]);
            target.value = ""; // so that the same file can be chosen again
          }}
          ref={input}
          type="file"
        />
      </div>
      <p className="text-xs text-muted">{hint}</p>
      {failure && <ErrorNotice failure={failure} />}
    </div>
  );
}
