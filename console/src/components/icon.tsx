import type { ReactNode } from "react";

/** Drawn on a grid of 24, as lines of 1.75. */
const SHAPES = {
  alert: "M12 9v4m0 3.5v.01M10.3 4.2 3 17a2 2 0 0 0 1.7 3h14.6A2 2 0 0 0 21 17L13.7 4.2a2 2 0 0 0-3.4 0Z",
  apps: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
  arrow: "M5 12h14m-6-6 6 6-6 6",
  bell: "M6 16V11a6 6 0 1 1 12 0v5l1.5 2h-15zM10 21h4",
  book: "M5 17.5V6a2 2 0 0 1 2-2h12v16H7.5a2.5 2.5 0 0 1 0-5H19",
  brush: "m14 6 4 4M4 20c3 0 4.5-1 5-3l8.5-9.5a1.8 1.8 0 0 1 2.5 2.5L11 18.5c-1 1.5-3 2-7 1.5Z",
  card: "M3 6h18v12H3zM3 10h18M7 14.5h3",
  chart: "M4 20V4m0 16h16M8 16v-4m4 4V8m4 8v-6",
  check: "m5 12.5 4.5 4.5L19 7.5",
  chevron: "m7 10 5 5 5-5",
  chevrons: "m8 9.5 4-4 4 4m0 5-4 4-4-4",
  close: "m6 6 12 12M18 6 6 18",
  code: "m8 8-4 4 4 4m8-8 4 4-4 4m-2.5-10-3 12",
  copy: "M9 9h11v11H9zM15 9V4H4v11h5",
  door: "M10 4h8a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1h-8M14 12H4m3-3-3 3 3 3",
  down: "M12 4v12m-5-5 5 5 5-5M5 20h14",
  events: "M4 6h2m3 0h11M4 12h2m3 0h11M4 18h2m3 0h11",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 9.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5Z",
  key: "M14.5 4a5.5 5.5 0 1 1-3.9 9.4L4 20H3v-3l1.5-.5L5 15l2-.5 2.6-2.6A5.5 5.5 0 0 1 14.5 4ZM16 8v.01",
  link: "M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.7-5.7L12 7m2 3a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.7 5.7L12 17",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  menu: "M4 7h16M4 12h16M4 17h16",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z",
  more: "M5 12v.01M12 12v.01M19 12v.01",
  plus: "M12 5v14M5 12h14",
  refresh: "M20 11a8 8 0 0 0-14.5-3.5L4 9m0-5v5h5m-5 4a8 8 0 0 0 14.5 3.5L20 15m0 5v-5h-5",
  search: "M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13ZM15.5 15.5 20 20",
  server: "M4 4h16v6H4zM4 14h16v6H4zM8 7v.01M8 17v.01",
  settings:
    "M4 7h9m5 0h2M4 17h2m5 0h9M15.5 4.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5ZM8.5 14.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5Z",
  shield: "M12 3 5 6v5c0 4.5 3 8 7 10 4-2 7-5.5 7-10V6zM9 12l2 2 4-4",
  sun: "M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM12 2.5v2m0 15v2M2.5 12h2m15 0h2M5.3 5.3l1.4 1.4m10.6 10.6 1.4 1.4m0-13.4-1.4 1.4M6.7 17.3l-1.4 1.4",
  text: "M5 7V5h14v2M12 5v14m-3 0h6",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5m4-5v5",
  up: "M12 16V4M7 9l5-5 5 5M5 20h14",
  user: "M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM4.5 20c.5-3.5 3.5-5.5 7.5-5.5s7 2 7.5 5.5",
  users:
    "M9 5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7ZM2.5 19c.5-3 3-4.5 6.5-4.5s6 1.5 6.5 4.5M16 5.3a3.5 3.5 0 0 1 0 6.4M18 15c2 .6 3.2 2 3.5 4",
} as const;

export type IconName = keyof typeof SHAPES;

/** Decoration only: what it means stands beside it, or in the label of its button. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }): ReactNode {
  return (
    <svg
      aria-hidden="true"
      className="shrink-0"
      fill="none"
      height={size}
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth={1.75}
      viewBox="0 0 24 24"
      width={size}
    >
      <path d={SHAPES[name]} />
    </svg>
  );
}
