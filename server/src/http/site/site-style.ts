import { neutralLook, themeVariables } from "../../wire/look.ts";

const MONO = `ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace`;

// The colours are those of the pages for users, and text stands on the same pairs of them.
const RULES = `
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 1.5rem; }
body { margin: 0; background: var(--surface); color: var(--text); font: 1rem/1.6 var(--font); -webkit-font-smoothing: antialiased; overflow-wrap: break-word; }
a { color: var(--primary); text-underline-offset: .2em; text-decoration-thickness: 1px; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--text); outline-offset: 3px; }

.top { border-bottom: 1px solid var(--line); }
.top nav { display: flex; flex-wrap: wrap; align-items: center; gap: 0 1.25rem; max-width: 78rem; margin: 0 auto; padding: .375rem 1.25rem; }
.top a { display: inline-flex; align-items: center; min-height: 2.75rem; color: var(--muted); text-decoration: none; }
.top a:hover, .top a[aria-current] { color: var(--text); }
.top a[aria-current] { font-weight: 600; }
.top .brand { gap: .5rem; color: var(--text); font-weight: 700; margin-right: .5rem; }
.monogram { display: grid; place-items: center; width: 1.875rem; height: 1.875rem; border-radius: .5rem; background: var(--primary); color: var(--on-primary); font-weight: 700; line-height: 1; }

.columns { display: grid; grid-template-columns: minmax(0, 1fr); max-width: 78rem; margin: 0 auto; padding: 0 1.25rem; }
main { min-width: 0; max-width: 50rem; padding: 1.5rem 0 4rem; }
.side { padding-top: 1rem; font-size: .9375rem; }
.side ul { margin: 0; padding: 0; list-style: none; }
.side h2 { margin: 1.25rem 0 .25rem; padding: 0; border: 0; font-size: .8125rem; letter-spacing: .02em; color: var(--muted); }
.side a { display: flex; align-items: center; min-height: 2.75rem; padding: .25rem .75rem; margin-left: -.75rem; border-radius: .5rem; color: var(--text); text-decoration: none; line-height: 1.35; }
.side a:hover { background: var(--background); }
.side a[aria-current] { background: var(--background); font-weight: 600; }
.side summary { display: flex; align-items: center; min-height: 2.75rem; padding: 0 .875rem; border: 1px solid var(--line); border-radius: .625rem; font-weight: 600; cursor: pointer; }
.side details[open] summary { margin-bottom: .5rem; }
.side .wide { display: none; }
@media (min-width: 60rem) {
  .columns.has-side { grid-template-columns: 15rem minmax(0, 1fr); gap: 3.5rem; }
  .side { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: 1.25rem 0 2rem .75rem; }
  .side details { display: none; }
  .side .wide { display: block; }
  main { padding-top: 2.25rem; }
}

h1, h2, h3, h4 { line-height: 1.25; letter-spacing: -.012em; text-wrap: balance; }
h1 { margin: 0 0 1rem; font-size: 2rem; letter-spacing: -.02em; }
h2 { margin: 2.75rem 0 .75rem; padding-top: 1.5rem; border-top: 1px solid var(--line); font-size: 1.4375rem; }
h3 { margin: 2rem 0 .5rem; font-size: 1.125rem; }
h4 { margin: 1.5rem 0 .5rem; font-size: 1rem; }
p, ul, ol, pre, blockquote, .scroll { margin: 0 0 1rem; }
ul, ol { padding-left: 1.375rem; }
li { margin: .3rem 0; }
li > ul, li > ol, li > p { margin-bottom: .25rem; }
li::marker { color: var(--muted); }
hr { margin: 2rem 0; border: 0; border-top: 1px solid var(--line); }
blockquote { padding: .125rem 0 .125rem 1rem; border-left: 3px solid var(--line); color: var(--muted); }
img { max-width: 100%; }
code { font: .875em/1.5 ${MONO}; }
:not(pre) > code { padding: .125em .3em; border-radius: .3em; background: var(--background); overflow-wrap: anywhere; }
pre { padding: .875rem 1rem; overflow-x: auto; border: 1px solid var(--line); border-radius: .625rem; background: var(--background); font-size: .9375rem; tab-size: 2; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: .9375rem; line-height: 1.45; }
th, td { padding: .5rem .875rem .5rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { color: var(--muted); font-size: .8125rem; font-weight: 600; }
td { min-width: 6rem; overflow-wrap: break-word; }
td code { white-space: nowrap; }
@media (max-width: 40rem) { td:nth-child(2):last-child code { white-space: normal; } }
.quiet { color: var(--muted); }
.below { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--muted); font-size: .9375rem; }
.below a { display: inline-flex; align-items: center; min-height: 2.75rem; color: inherit; }
@media print { .top, .side, .below { display: none; } }
`;

/** The whole style sheet of the pages for developers: the same for every one of them. */
export const siteStyle: string = [
  themeVariables(neutralLook),
  ":root { --line: rgb(128 128 128 / .28); }",
  RULES,
].join("\n");
