/**
 * Returns a function that holds its callers back and releases them as a batch: once there are as many as the last
 * caller asked for, or when the first has waited `maxMs`. Each runs in its own turn of the event loop.
 */
export function gather(maxMs: number): (size: number) => Promise<void> {
  let gathered: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  const release = (): void => {
    clearTimeout(timer);
    timer = undefined;
    releaseEach(gathered);
    gathered = [];
  };
  return (size) =>
    new Promise((resolve) => {
      if (gathered.push(resolve) >= size) release();
      else timer ??= setTimeout(release, maxMs);
    });
}

function releaseEach([first, ...others]: readonly (() => void)[]): void {
  first?.();
  if (others.length > 0) setImmediate(releaseEach, others);
}
