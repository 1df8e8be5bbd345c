/** Returns what lets its callers go on together: as soon as there are so many, or when the first has waited so long. */
export function gather(size: number, maxMs: number): () => Promise<void> {
  let gathered: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  const release = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const all = gathered;
    gathered = [];
    for (const goOn of all) goOn();
  };
  return () =>
    new Promise((resolve) => {
      if (gathered.push(resolve) === size) release();
      else timer ??= setTimeout(release, maxMs);
    });
}
