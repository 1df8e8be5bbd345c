/**
 * Returns what lets its callers go on one right after the other: as soon as there are so many, or when the first has
 * waited so long. Whatever else there is to do gets its turn in between.
 */
export function gather(size: number, maxMs: number): () => Promise<void> {
  let gathered: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  const release = (): void => {
    clearTimeout(timer);
    timer = undefined;
    letGo(gathered);
    gathered = [];
  };
  return () =>
    new Promise((resolve) => {
      if (gathered.push(resolve) === size) release();
      else timer ??= setTimeout(release, maxMs);
    });
}

function letGo([first, ...others]: readonly (() => void)[]): void {
  first?.();
  if (others.length > 0) setImmediate(letGo, others);
}
