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
.top { display: flex; flex-wrap: wrap; align-items: center; gap: 0 1.25rem; padding: .375rem max(1.25rem, (100% - 87.5rem) / 2); }
.top nav { display: flex; flex-wrap: wrap; align-items: center; gap: 0 1.25rem; flex: 1 1 auto; }
.top a { display: inline-flex; align-items: center; min-height: 2.75rem; color: var(--muted); text-decoration: none; }
.top a:hover, .top a[aria-current] { color: var(--text); }
.top a[aria-current] { font-weight: 600; }
.top .brand { gap: .5rem; color: var(--text); font-weight: 700; margin-right: .5rem; }
.monogram { display: grid; place-items: center; width: 1.875rem; height: 1.875rem; border-radius: .5rem; background: var(--primary); color: var(--on-primary); font-weight: 700; line-height: 1; }

.columns { display: grid; grid-template-columns: minmax(0, 1fr); max-width: 90rem; margin: 0 auto; padding: 0 1.25rem; }
main { min-width: 0; max-width: 50rem; padding: 1.5rem 0 4rem; }
.side { padding-top: 1rem; font-size: .9375rem; }
.side ul { margin: 0; padding: 0; list-style: none; }
.side h2 { margin: 1.25rem 0 .25rem; padding: 0; border: 0; font-size: .8125rem; letter-spacing: .02em; color: var(--muted); }
.side a { display: flex; align-items: center; min-height: 2.75rem; padding: .25rem .75rem; margin-left: -.75rem; border-radius: .5rem; color: var(--text); text-decoration: none; line-height: 1.35; }
.side a:hover { background: var(--background); }
.side a[aria-current] { background: var(--background); font-weight: 600; }
.side summary { display: flex; align-items: center; min-height: 2.75rem; padding: 0 .875rem; border: 1px solid var(--line); border-radius: .625rem; font-weight: 600; cursor: pointer; }
.side summary::-webkit-details-marker { display: none; }
.side summary::after { content: ""; width: .5rem; height: .5rem; margin-left: auto; border: solid var(--muted); border-width: 0 2px 2px 0; transform: translateY(-25%) rotate(45deg); }
.side details[open] summary::after { transform: translateY(25%) rotate(225deg); }
.side details[open] summary { margin-bottom: .5rem; }
.side .wide { display: none; }
@media (min-width: 60rem) {
  .columns.has-side { grid-template-columns: 15rem minmax(0, 1fr); gap: 0 3.5rem; }
  .side { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: 1.25rem 0 2rem .75rem; }
  .side details { display: none; }
  .side .wide { display: block; }
  main { padding-top: 2.25rem; }
}
@media (min-width: 60rem) and (max-width: 77.99rem) {
  .has-outline { grid-template-rows: auto 1fr; }
  .has-outline .side { grid-row: 1 / span 2; }
  .has-outline .outline { position: static; grid-column: 2; grid-row: 1; max-height: none; padding: 1.5rem 0 0; }
  .has-outline main { grid-column: 2; grid-row: 2; padding-top: 1rem; }
  .outline details { display: block; }
  .outline .wide { display: none; }
}
@media (min-width: 78rem) {
  .columns.has-side.has-outline { grid-template-columns: 15rem minmax(0, 1fr) 13rem; }
  .has-outline .outline { grid-column: 3; grid-row: 1; }
  .has-outline main { grid-column: 2; grid-row: 1; }
}
.outline a { min-height: 2.75rem; font-size: .875rem; color: var(--muted); }
.outline .depth-3 a { padding-left: 1.5rem; }
@media (min-width: 78rem) and (pointer: fine) { .outline a { min-height: 2rem; } }

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
@media (max-width: 40rem) { td code { white-space: normal; overflow-wrap: break-word; } }
.output { background: none; border-style: dashed; }
.comment { color: var(--muted); }
.string { color: var(--string); }
.number { color: var(--number); }
.keyword { color: var(--keyword); }
.quiet { color: var(--muted); }
.below { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--muted); font-size: .9375rem; }
.below a { display: inline-flex; align-items: center; min-height: 2.75rem; color: inherit; }
@media print { .top, .side, .below, .pager, .copy, .skip { display: none; } }
`;

const ADDITIONS = `
.skip { position: absolute; left: -999rem; padding: .75rem 1rem; background: var(--surface); }
.skip:focus { left: .5rem; top: .5rem; z-index: 3; }
.spoken { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

.search { position: relative; display: flex; flex: 1 1 16rem; min-width: 0; gap: .5rem; max-width: 26rem; padding: .25rem 0; }
.search input, .search button { min-height: 2.75rem; border: 1px solid var(--field); border-radius: .625rem; font: inherit; font-size: 1rem; color: var(--text); background: var(--surface); }
.search input { flex: 1 1 auto; width: 100%; min-width: 0; padding: 0 .875rem; }
.search input::placeholder { color: var(--muted); opacity: 1; }
.search button { padding: 0 .875rem; cursor: pointer; }
.search button:hover { background: var(--background); }
#suggestions { position: absolute; z-index: 2; top: 100%; right: 0; width: min(34rem, 100vw - 2.5rem); max-height: min(32rem, 70vh); margin: 0; padding: .375rem; overflow-y: auto; border: 1px solid var(--line); border-radius: .75rem; background: var(--surface); box-shadow: 0 .5rem 2rem rgb(0 0 0 / .18); }
#suggestions[hidden] { display: none; }
#suggestions a { display: block; padding: .5rem .75rem; border-radius: .5rem; color: var(--text); }
#suggestions a:hover, #suggestions [aria-selected="true"] { background: var(--background); }
#suggestions [aria-selected="true"] { outline: 2px solid var(--primary); outline-offset: -2px; }
#suggestions strong { font-weight: 600; }
.place { min-width: 0; color: var(--muted); font-weight: 400; }
.place::before { content: "› "; }
#suggestions .place { margin-left: .375rem; }
.excerpt { display: block; color: var(--muted); font-size: .875rem; line-height: 1.45; overflow-wrap: anywhere; }
#suggestions .excerpt { display: -webkit-box; overflow: hidden; -webkit-box-orient: vertical; -webkit-line-clamp: 2; }
@media (max-width: 40rem) { .search { flex-basis: 100%; max-width: none; } #suggestions { left: 0; right: 0; width: auto; } }

.results { padding: 0; list-style: none; }
.results li { margin: 0 0 1.25rem; overflow-wrap: anywhere; }
.results a { display: flex; flex-wrap: wrap; align-items: center; gap: 0 .375rem; min-height: 2.75rem; font-size: 1.0625rem; font-weight: 600; }

.code { position: relative; margin: 0 0 1rem; }
.code pre { margin: 0; }
.copy { position: absolute; top: .1875rem; right: .1875rem; min-width: 4.25rem; min-height: 2.75rem; padding: 0 .75rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--surface); color: var(--text); font: .875rem/1 var(--font); cursor: pointer; }
@media (hover: hover) {
  .copy { opacity: 0; }
  .code:hover .copy, .copy:focus-visible, pre:focus-visible + .copy { opacity: 1; }
}
@media (hover: none) { .code pre { padding-bottom: 3rem; } .copy { top: auto; bottom: .1875rem; } }

.project { padding: .25rem .25rem .25rem 1rem; border: 1px solid var(--line); border-radius: .625rem; background: var(--background); }
.project button { min-height: 2.75rem; padding: 0 .75rem; border: 0; background: none; color: var(--primary); font: inherit; text-decoration: underline; cursor: pointer; }

.pager { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 14rem), 1fr)); gap: .75rem; margin-top: 3rem; }
.pager a { display: block; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .625rem; text-decoration: none; font-weight: 600; }
.pager a:hover { background: var(--background); }
.pager span { display: block; color: var(--muted); font-size: .875rem; font-weight: 400; }
.pager .next { text-align: right; }
.pager + .below { margin-top: 1.5rem; }
`;

/** Each at least 4.5 to 1 on the background of code. The border of a field is 3 to 1. */
const CODE_COLORS = `
:root { --string: #0b6b3a; --number: #8a4200; --keyword: #6b21a8; --field: #7b8494; }
@media (prefers-color-scheme: dark) { :root { --string: #7ee2a8; --number: #ffb870; --keyword: #d3b0ff; --field: #7b8494; } }
`;

/** The whole style sheet of the pages for developers: the same for every one of them. */
export const siteStyle: string = [
  themeVariables(neutralLook),
  ":root { --line: rgb(128 128 128 / .28); }",
  CODE_COLORS,
  RULES,
  ADDITIONS,
].join("\n");
