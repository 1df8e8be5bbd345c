/**
 * The tokens of the pages before this one, so that there is a way back. They are kept for as long as the tab is open,
 * also over a reload. A link from somebody else has none: then there is only the first page.
 */
export type PageTrail = {
  /** From 1. */
  page: number;
  /** Undefined when it is not known, or this is the first page. */
  previous: string | undefined;
  /** Call it before going to the next page. */
  remember: (nextCursor: string) => void;
};

const PREFIX = "svc-pages:";

export function pageTrail(list: string, page: number): PageTrail {
  const cursors = read(list);
  return {
    page,
    previous: page === 2 ? "" : page > 2 ? cursors[page - 1] : undefined,
    remember(nextCursor) {
      cursors[page + 1] = nextCursor;
      try {
        sessionStorage.setItem(PREFIX + list, JSON.stringify(cursors));
      } catch {
        // Full or forbidden: then there is no way back but the first page.
      }
    },
  };
}

/** By the number of their page. */
function read(list: string): Record<number, string> {
  try {
    return (JSON.parse(sessionStorage.getItem(PREFIX + list) ?? "{}") ?? {}) as Record<number, string>;
  } catch {
    return {};
  }
}
