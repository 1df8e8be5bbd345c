import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";

/**
 * What a screen shows, kept in the address: it survives a reload, can be sent to a colleague, and the
 * back button undoes it. Values are text; those equal to the default are left out.
 *
 *     const [view, setView] = useUrlState({ q: "", status: "", cursor: "" });
 *     setView({ status: "disabled", cursor: "" });
 */
export function useUrlState<State extends Record<string, string>>(
  defaults: State,
): [State, (change: Partial<State>, options?: { replace?: boolean }) => void] {
  const search: Readonly<Record<string, string>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const state = Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [name, search[name] ?? value]),
  ) as State;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the defaults are written in the screen and never change
  const change = useCallback(
    (change: Partial<State>, { replace = false } = {}) => {
      const next = (previous: Record<string, string>): Record<string, string> => {
        const merged = { ...previous, ...change } as Record<string, string>;
        return Object.fromEntries(Object.entries(merged).filter(([name, value]) => value !== defaults[name]));
      };
      void navigate({ to: ".", search: next as never, replace });
    },
    [navigate],
  );
  return [state, change];
}

/** The search part of an address as plain text values: `?q=123` is the text "123". */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, String(value)]],
  );
  return entries.length === 0 ? "" : `?${new URLSearchParams(entries)}`;
}
