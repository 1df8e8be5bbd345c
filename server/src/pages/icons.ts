import { type Html, html } from "../wire/html.ts";

export type IconName = keyof typeof icons;

const icons = {
  done: html`<path d="m5 12.5 4.5 4.5L19 7.5"/>`,
  mail: html`<rect x="3" y="5" width="18" height="14" rx="2.5"/><path d="m4 7.5 8 6 8-6"/>`,
  lock: html`<rect x="5" y="10.5" width="14" height="9.5" rx="2.5"/><path d="M8 10.5V8a4 4 0 0 1 8 0v2.5"/>`,
  warning: html`<path d="M12 8.5v4.5M12 16.4v.1"/><path d="M10.4 4.6 3.2 17a2 2 0 0 0 1.7 3h14.2a2 2 0 0 0 1.7-3L13.6 4.6a1.9 1.9 0 0 0-3.2 0Z"/>`,
  bin: html`<path d="M4.5 7h15M9.5 7V5.5A1.5 1.5 0 0 1 11 4h2a1.5 1.5 0 0 1 1.5 1.5V7M6.5 7l.8 11.2A2 2 0 0 0 9.3 20h5.4a2 2 0 0 0 2-1.8L17.5 7M10 11v5M14 11v5"/>`,
  link: html`<path d="M9.5 14.5 14.5 9.5M8 12l-2.3 2.3a3 3 0 0 0 4 4L12 16M16 12l2.3-2.3a3 3 0 0 0-4-4L12 8"/>`,
  clock: html`<circle cx="12" cy="12" r="8.5"/><path d="M12 7.5V12l3 2"/>`,
} as const satisfies Record<string, Html>;

/** Decoration only: the heading says the same in words. */
export function icon(name: IconName): Html {
  return html`<svg viewBox="0 0 24 24" width="28" height="28" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">${icons[name]}</svg>`;
}
