import { useEffect, useState } from "react";

/** Long enough for a colour to be dragged, short enough to feel live. */
const PAUSE_MS = 200;

/** The value once it has not changed for a moment. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  const key = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the value
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return settled;
}
