import { themeVariables } from "../wire/look.ts";
import type { Brand } from "./brand.ts";
import { languageRules } from "./style-of-languages.ts";

/** The whole style sheet of a page. The brand's values were checked when it was made. */
export function styleSheet(brand: Brand): string {
  return [fontFace(brand), themeVariables(brand), RULES, languageRules].join("\n");
}

function fontFace({ fontFamily, fontPath }: Brand): string {
  if (fontFamily === "" || fontPath === "") return "";
  return `@font-face { font-family: "${fontFamily}"; src: url("${fontPath}"); font-weight: 100 900; font-display: swap; }`;
}

// Text stands only on the pairs of colours that a theme must keep readable: text, muted and error on
// background and surface, on-primary on primary, and surface on error. Sides are those of the reading direction, except
// in the tick of a box, which is not mirrored.
const RULES = `
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; background: var(--surface); }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: flex; flex-direction: column;
  background: var(--surface); color: var(--text); font: 1rem/1.55 var(--font); -webkit-font-smoothing: antialiased; overflow-wrap: anywhere; }
header, main, footer { width: 100%; max-width: 28rem; margin-inline: auto; padding-inline: 1.5rem; }
header { padding-top: 1.5rem; }
main { padding-top: 2.25rem; padding-bottom: 2.5rem; }
footer { margin-top: auto; padding-top: 1.25rem; padding-bottom: 1.75rem; color: var(--muted); font-size: .875rem; text-align: center; }
h1 { margin: 0 0 .75rem; font-size: 1.625rem; line-height: 1.25; font-weight: 700; letter-spacing: -.015em; text-wrap: balance; }
p { margin: 0 0 1rem; text-wrap: pretty; }
p:last-child, ul:last-child { margin-bottom: 0; }
form { margin: 1.75rem 0 0; }
.quiet { color: var(--muted); }

.brand { display: flex; align-items: center; gap: .625rem; min-height: 2.25rem; margin: 0; font-weight: 600; font-size: 1.0625rem; letter-spacing: -.005em; }
.brand img { display: block; height: 2.5rem; max-width: 12rem; object-fit: contain; object-position: left center; }
[dir=rtl] .brand img { object-position: right center; }
.monogram { flex: none; display: grid; place-items: center; width: 2.25rem; height: 2.25rem; border-radius: min(var(--radius), .625rem);
  background: var(--primary); color: var(--on-primary); font-weight: 700; line-height: 1; }

.icon { display: grid; place-items: center; width: 3.5rem; height: 3.5rem; margin: 0 0 1.25rem; border-radius: 50%;
  color: var(--text); border: 1px solid var(--muted); }
.icon svg { display: block; }
.icon.done { background: var(--primary); border-color: transparent; color: var(--on-primary); }
.icon.danger { border-color: var(--error); color: var(--error); }

button, .button { display: flex; align-items: center; justify-content: center; width: 100%; min-height: 3rem; padding: .625rem 1.25rem;
  border: 1px solid transparent; border-radius: var(--radius); background: var(--primary); color: var(--on-primary);
  font: inherit; font-weight: 600; line-height: 1.3; text-align: center; text-wrap: balance; text-decoration: none; cursor: pointer; touch-action: manipulation; }
button.danger { background: var(--error); color: var(--surface); }
button.plain { background: transparent; color: var(--text); border-color: var(--muted); }
form + form, button + button { margin-top: .75rem; }
.choose { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; column-gap: .75rem; }
.choose > * { order: 1; width: 100%; }
.choose > label, .choose > .show { order: 0; width: auto; margin: 0; }
.choose > .show { min-height: 2.75rem; margin-block: -.25rem; padding: 0; background: none; color: var(--text); font-size: .9375rem; font-weight: 400;
  text-decoration: underline; text-underline-offset: .2em; text-decoration-thickness: 1px; }
.action { margin-top: 1.75rem; }
.aside { margin-top: 2rem; padding-top: 1.5rem; border-top: 1px solid var(--muted); color: var(--muted); font-size: .9375rem; }
.aside p { margin: 0; }
.aside form { margin-top: .75rem; }

label { display: block; margin-bottom: .375rem; font-weight: 600; }
[dir=rtl] input[dir=ltr] { text-align: right; }
input[type=password], input[type=text], input[type=email] { display: block; width: 100%; min-height: 3rem; padding: .625rem .875rem; border: 1px solid var(--muted);
  border-radius: min(var(--radius), 1rem); background: var(--surface); color: var(--text); font: inherit; appearance: none; }
input[aria-invalid=true] { border-color: var(--error); box-shadow: inset 0 0 0 1px var(--error); }
.hint { margin: .5rem 0 1.5rem; color: var(--muted); font-size: .9375rem; }
.mistake { display: flex; gap: .5rem; margin: .5rem 0 0; color: var(--error); font-size: .9375rem; font-weight: 600; }
.mistake svg { flex: none; width: 1.25rem; height: 1.25rem; margin-top: .0625rem; }
.mistake + button { margin-top: 1.5rem; }
.check { display: flex; align-items: flex-start; gap: .75rem; min-height: 2.75rem; margin: 0 0 1rem; padding: .5rem 0; font-weight: 400; cursor: pointer; }
.check input { flex: none; display: grid; place-items: center; width: 1.5rem; height: 1.5rem; margin: 0; appearance: none;
  border: 1px solid var(--muted); border-radius: min(var(--radius), .3125rem); background: var(--surface); cursor: inherit; --box: var(--error); --tick: var(--surface); }
.check input::before { content: ""; width: .4375rem; height: .8125rem; margin-top: -.125rem; border: solid transparent; border-width: 0 .1875rem .1875rem 0; transform: rotate(45deg); }
.check input:checked { border-color: var(--box); background: var(--box); }
.check input:checked::before { border-color: var(--tick); }
@media (forced-colors: active) { .check input { appearance: auto; } .check input::before { content: none; } }
fieldset { min-width: 0; margin: 0 0 1.5rem; padding: 0; border: 0; }
fieldset .hint { margin: 0 0 .5rem; }
fieldset .check { margin: 0; }
fieldset .check input { --box: var(--primary); --tick: var(--on-primary); }
legend { margin-bottom: .25rem; padding: 0; font-weight: 600; }
.method { display: block; font-weight: 600; }
.method ~ .quiet { display: block; font-size: .9375rem; }
.methods li + li { margin-top: .75rem; }
.check + .mistake { margin: 0 0 1.25rem; }
ul { margin: 0 0 1rem; padding: 0; padding-inline-start: 1.25rem; }
li { margin: .25rem 0; }
li::marker { color: var(--muted); }
.code { margin: 1.25rem 0; font: 600 2.25rem/1.2 ui-monospace, "SF Mono", Menlo, Consolas, monospace; letter-spacing: .06em;
  -webkit-user-select: all; user-select: all; }
code { font: .9375em/1.4 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }

a { color: inherit; text-underline-offset: .2em; text-decoration-thickness: 1px; }
footer p { margin: 0; white-space: pre-line; }
footer ul { display: flex; flex-wrap: wrap; justify-content: center; gap: 0 1.25rem; margin: 0 0 .25rem; padding: 0; list-style: none; }
footer li { margin: 0; }
footer a { display: inline-flex; align-items: center; min-height: 2.75rem; }

:focus-visible { outline: 3px solid var(--text); outline-offset: 3px; }
@media (hover: hover) { button:hover, .button:hover { opacity: .9; } footer a:hover { text-decoration-thickness: 2px; } }
@media (prefers-reduced-motion: no-preference) { button, .button { transition: opacity .12s ease-out, transform .12s ease-out; } button:active, .button:active { transform: scale(.985); } }
@supports (color: color-mix(in srgb, red, blue)) {
  .aside { border-color: color-mix(in srgb, var(--text) 14%, transparent); }
  button.plain { border-color: color-mix(in srgb, var(--text) 28%, transparent); }
  .icon { border-color: transparent; background: color-mix(in srgb, var(--text) 8%, transparent); }
  .icon.danger { border-color: transparent; background: color-mix(in srgb, var(--error) 12%, transparent); }
}
@media (min-width: 34rem) and (min-height: 30rem) {
  html, body { background: var(--background); }
  body { justify-content: center; padding: 2rem 0; }
  header { padding: 0 2.5rem 1.25rem; }
  main { padding: 2.5rem; background: var(--surface); border-radius: min(calc(var(--radius) * 1.5), 1.75rem);
    box-shadow: 0 0 0 1px rgb(128 128 128 / .16), 0 1px 2px rgb(0 0 0 / .04), 0 12px 32px -8px rgb(0 0 0 / .1); }
  footer { margin-top: 0; padding-bottom: 0; }
}
`;
