import { useEffect, useState } from "react";

/** Further down than this, somebody is reading. */
const TOP_PX = 120;

/**
 * The rows to show of a list that grows at its head. While somebody reads (has scrolled down, or has a
 * row open), they stay as they are, and the new ones are only counted.
 */
export function useLiveRows<Row extends { id: string }>(
  latest: readonly Row[],
  list: string,
  isOpen: boolean,
): { rows: readonly Row[]; fresh: number; isReading: boolean; showAll: () => void } {
  const isReading = useIsScrolled() || isOpen;
  const [shown, setShown] = useState({ list, rows: latest });
  const isOther = shown.list !== list;
  if ((!isReading || isOther || shown.rows.length === 0) && (isOther || shown.rows !== latest)) {
    setShown({ list, rows: latest });
  }
  const rows = isReading && !isOther && shown.rows.length > 0 ? shown.rows : latest;
  const known = new Set(rows.map(({ id }) => id));
  return {
    rows,
    fresh: latest.filter(({ id }) => !known.has(id)).length,
    isReading,
    showAll: () => {
      setShown({ list, rows: latest });
      scrollTo({ top: 0 });
    },
  };
}

function useIsScrolled(): boolean {
  const [isScrolled, setScrolled] = useState(false);
  useEffect(() => {
    const updateScrolled = (): void => setScrolled(scrollY > TOP_PX);
    updateScrolled();
    addEventListener("scroll", updateScrolled, { passive: true });
    return () => removeEventListener("scroll", updateScrolled);
  }, []);
  return isScrolled;
}
