import { type KeyboardEvent, type ReactNode, type Ref, useId, useRef } from "react";
import { settings as text } from "../../strings/settings.ts";

const INDENT = "  ";

/** A text with numbered lines. Tab indents; after Escape it leaves, and Shift-Tab always does. */
export function SpecEditor({
  value,
  onChange,
  troubledLine,
  ref,
}: {
  value: string;
  onChange: (value: string) => void;
  /** Counted from 1; 0 for none. */
  troubledLine: number;
  ref: Ref<HTMLTextAreaElement>;
}): ReactNode {
  const id = useId();
  const isLeaving = useRef(false);
  const lines = value.split("\n");
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const isTab = event.key === "Tab" && !event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey;
    if (isTab && !isLeaving.current) {
      event.preventDefault();
      indent(event.currentTarget, onChange);
    }
    isLeaving.current = event.key === "Escape";
  };
  return (
    <div className="space-y-1.5">
      <p className="text-xs text-muted" id={id}>
        {text.editorHint}
      </p>
      <div className="flex overflow-clip rounded-lg border border-line-strong bg-surface font-mono text-xs/5 focus-within:outline-2 focus-within:outline-accent">
        <ol
          aria-hidden="true"
          className="shrink-0 border-r border-line bg-sunken py-2 text-right text-muted tabular-nums select-none"
        >
          {lines.map((_, index) => (
            <li
              className={`px-2 ${index + 1 === troubledLine ? "bg-danger text-on-danger" : ""}`}
              // biome-ignore lint/suspicious/noArrayIndexKey: the number is all that a line has
              key={index}
            >
              {index + 1}
            </li>
          ))}
        </ol>
        <textarea
          aria-describedby={id}
          aria-invalid={troubledLine > 0}
          aria-label={text.editor}
          autoCapitalize="none"
          autoComplete="off"
          className="block min-w-0 flex-1 resize-none overflow-x-auto overflow-y-hidden px-3 py-2 whitespace-pre text-ink outline-none"
          onBlur={() => {
            isLeaving.current = false;
          }}
          onChange={({ target }) => onChange(target.value)}
          onKeyDown={onKeyDown}
          ref={ref}
          rows={lines.length}
          spellCheck={false}
          value={value}
          wrap="off"
        />
      </div>
    </div>
  );
}

/** Through the browser's own editing where it has it, so that undo still works. */
function indent(area: HTMLTextAreaElement, onChange: (value: string) => void): void {
  if (document.execCommand("insertText", false, INDENT)) return;
  area.setRangeText(INDENT, area.selectionStart, area.selectionEnd, "end");
  onChange(area.value);
}
