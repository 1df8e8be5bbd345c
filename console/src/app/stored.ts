import { useState } from "react";

/** A value that this browser remembers, for this administrator's eyes only. Anything unreadable counts as nothing. */
export function useStored<Value>(key: string, initial: Value): [Value, (value: Value) => void] {
  const [stored, setStored] = useState<{ key: string; value: Value }>(() => ({
    key,
    value: read(key, initial),
  }));
  const current = stored.key === key ? stored.value : read(key, initial);
  const store = (value: Value): void => {
    setStored({ key, value });
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch {
      // Full or forbidden: it lasts as long as the page.
    }
  };
  return [current, store];
}

function read<Value>(key: string, initial: Value): Value {
  try {
    const value = JSON.parse(localStorage.getItem(key) ?? "null") as Value | null;
    return value !== null && Array.isArray(value) === Array.isArray(initial) ? value : initial;
  } catch {
    return initial;
  }
}
