/** What a drawing may have. Anything else is refused: scripts, links, pictures, animations, `use`, filters, HTML. */
export const ELEMENTS: ReadonlySet<string> = words(`
  svg g defs title desc style path rect circle ellipse line polyline polygon text tspan
  linearGradient radialGradient stop clipPath mask`);

/** Those with text of their own; elsewhere there is only white space. */
export const WITH_TEXT: ReadonlySet<string> = words("title desc style text tspan");

export const TEXT_ONLY: ReadonlySet<string> = words("title desc style");

/** What they refer to could refer on to the next one, and each step could multiply the work of the browser. */
export const WITHOUT_REFERENCES: ReadonlySet<string> = words("clipPath mask");

const ATTRIBUTES = words(`
  id class style transform role lang xml:lang aria-label aria-labelledby aria-hidden focusable
  x y width height viewBox preserveAspectRatio
  d points pathLength x1 y1 x2 y2 cx cy r rx ry fx fy fr
  offset gradientUnits gradientTransform spreadMethod stop-color stop-opacity
  clipPathUnits maskUnits maskContentUnits clip-path clip-rule mask mask-type
  fill fill-rule fill-opacity stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-dasharray stroke-dashoffset stroke-opacity opacity color display visibility overflow
  vector-effect paint-order shape-rendering color-interpolation
  dx dy rotate textLength lengthAdjust text-anchor dominant-baseline alignment-baseline baseline-shift
  font-family font-size font-weight font-style font-stretch font-variant
  letter-spacing word-spacing text-decoration text-rendering writing-mode`);

/** What programs for drawing leave and nothing needs. */
const DROPPED = /^(xmlns:[\w-]+|xml:space|version|baseProfile|data-[\w-]+)$/;

const REFERENCES = words("fill stroke clip-path mask");
const GRADIENTS = words("linearGradient radialGradient");
const FUNCTIONS = words("url rgb rgba hsl hsla matrix translate scale rotate skewx skewy");

const LOCAL = /^#[\w-]+$/;
const LOCAL_URL = /^url\(#[\w-]+\)$/;

export function isDropped(attribute: string): boolean {
  return DROPPED.test(attribute);
}

/** Whether the element may have the attribute with this value. Nothing outside of the file can be named. */
export function isAllowed(element: string, name: string, value: string): boolean {
  if (name === "href" || name === "xlink:href") return GRADIENTS.has(element) && LOCAL.test(value);
  if (!ATTRIBUTES.has(name) || /[\\<>]|[^\P{Cc}\t\n\r]/u.test(value)) return false;
  if (name === "style") return isPlainStyle(value);
  if (!hasKnownFunctions(value)) return false;
  return !/url/i.test(value) || (REFERENCES.has(name) && LOCAL_URL.test(value)) || isText(name);
}

/** Style without comments, escapes and rules with `@`; the only addresses in it are those of gradients. */
export function isPlainStyle(text: string): boolean {
  if (!/^[\w\s.#:;,{}()%*>+'"!-]*$/.test(text) || !hasKnownFunctions(text)) return false;
  return !/url/i.test(text.replace(/\b(fill|stroke)\s*:\s*url\(#[\w-]+\)/g, ""));
}

function hasKnownFunctions(text: string): boolean {
  return [...text.matchAll(/([\w-]*)\s*\(/g)].every(([, name = ""]) => FUNCTIONS.has(name.toLowerCase()));
}

function isText(name: string): boolean {
  return name === "id" || name === "class" || name.startsWith("aria-");
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
