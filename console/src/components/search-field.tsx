import { type ReactNode, useEffect, useState } from "react";
import { Icon } from "./icon.tsx";

/** A search that asks once the typing has paused, and at once on Enter. */
export function SearchField({
  label,
  value,
  onSearch,
}: {
  label: string;
  value: string;
  onSearch: (value: string) => void;
}): ReactNode {
  const [text, setText] = useState(value);
  const [asked, setAsked] = useState(value);
  // The address has changed by other means: back, a link, a cleared filter.
  if (value !== asked) {
    setAsked(value);
    setText(value);
  }
  useEffect(() => {
    if (text === asked) return;
    const timer = setTimeout(() => {
      setAsked(text);
      onSearch(text);
    }, 250);
    return () => clearTimeout(timer);
  }, [text, asked, onSearch]);
  return (
    <div className="relative min-w-0 flex-1 basis-56">
      <span className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-muted">
        <Icon name="search" />
      </span>
      <input
        aria-label={label}
        className="control pl-9"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          setAsked(text);
          onSearch(text);
        }}
        placeholder={label}
        type="search"
        value={text}
      />
    </div>
  );
}
