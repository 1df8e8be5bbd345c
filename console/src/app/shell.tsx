import { Outlet, useLocation } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { IconButton } from "../components/button.tsx";
import { ConnectionBanner } from "../components/connection-banner.tsx";
import { RightsProvider } from "../components/rights.tsx";
import { Skeleton } from "../components/skeleton.tsx";
import { common } from "../strings/common.ts";
import { shell } from "../strings/screens.ts";
import { useProjectName } from "./current-project.ts";
import { useLimitedRole, useOwnRights } from "./own-rights.ts";
import { SideNav } from "./side-nav.tsx";

const CommandPalette = lazy(async () => ({
  default: (await import("./command-palette.tsx")).CommandPalette,
}));

/** Without a connection it cannot be loaded. The screen must not go away for that. */
const MailBanner = lazy(() =>
  import("./mail-banner.tsx").then(
    ({ MailBanner }) => ({ default: MailBanner }),
    () => ({ default: () => null }),
  ),
);

const SETTLED_MS = 2000;

/** What stays while screens change: navigation at the side, on a phone behind a button; the palette. */
export function Shell(): ReactNode {
  const [isNavOpen, setNavOpen] = useState(false);
  const [isPaletteOpen, setPaletteOpen] = usePalette();
  const isSettled = useSettled();
  const { pathname } = useLocation();
  const role = useLimitedRole();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    setNavOpen(false);
    main.current?.focus(); // so that the keyboard goes on in the new screen, and readers announce it
  }, [pathname]);
  return (
    <RightsProvider value={useOwnRights()}>
      <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_1fr]">
        <a
          className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-lg focus:bg-raised focus:p-3 focus:shadow-float"
          href="#main"
        >
          {shell.skipToContent}
        </a>
        <header className="sticky top-0 z-20 flex h-14 items-center gap-2 border-b border-line bg-surface px-3 lg:hidden">
          <IconButton
            aria-expanded={isNavOpen}
            icon={isNavOpen ? "close" : "menu"}
            label={isNavOpen ? common.close : shell.openNavigation}
            onClick={() => setNavOpen(!isNavOpen)}
          />
          <span className="mr-auto min-w-0 leading-tight">
            <span className="block truncate font-semibold">{useProjectName() || common.product}</span>
            {role && <span className="block truncate text-xs text-muted">{role}</span>}
          </span>
          <IconButton icon="search" label={shell.palette} onClick={() => setPaletteOpen(true)} />
        </header>
        <aside
          aria-label={shell.navigation}
          className={`${isNavOpen ? "fixed inset-x-0 top-14 bottom-0 z-20" : "max-lg:hidden"} bg-surface lg:sticky lg:top-0 lg:h-dvh lg:border-r lg:border-line`}
        >
          <SideNav onPalette={() => setPaletteOpen(true)} />
        </aside>
        <main className="min-w-0 outline-none" id="main" ref={main} tabIndex={-1}>
          <Suspense>{isSettled && <MailBanner />}</Suspense>
          <ConnectionBanner />
          <Suspense fallback={<Skeleton />}>
            <Outlet />
          </Suspense>
        </main>
        <Suspense>{isPaletteOpen && <CommandPalette onClose={() => setPaletteOpen(false)} />}</Suspense>
      </div>
    </RightsProvider>
  );
}

/** True some time after the first screen: what it does not need must not delay it on a slow network. */
function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SETTLED_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSettled;
}

/** Ctrl-K or Cmd-K, anywhere. */
function usePalette(): [boolean, (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOpen((wasOpen) => !wasOpen);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return [isOpen, setOpen];
}
