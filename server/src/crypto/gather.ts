/**
 * Returns what lets its callers go on one right after the other: as soon as there are as many as the last one says, or
 * when the first has waited so long. Whatever else there is to do gets its turn in between.
 */
export function gather(maxMs: number): (size: number) => Promise<void> {
  let gathered: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  const release = (): void => {
    clearTimeout(timer);
    timer = undefined;
    letGo(gathered);
    gathered = [];
  };
  return (size) =>
    new Promise((resolve) => {
      if (gathered.push(resolve) >= size) release();
      else timer ??= setTimeout(release, maxMs);
    });
}

function letGo([first, ...others]: readonly (() => void)[]): void {
  first?.();
  if (others.length > 0) setImmediate(letGo, others);
}
