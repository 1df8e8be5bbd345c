import { describe, expect, test } from "vitest";
import { svg } from "../../../testing/asset-files.ts";
import { readImage } from "./read-image.ts";

const NS = 'xmlns="http://www.w3.org/2000/svg"';
const root = (content: string, attributes = 'viewBox="0 0 8 8"'): string =>
  `<svg ${NS} ${attributes}>${content}</svg>`;
const read = (text: string): string => Buffer.from(readImage(Buffer.from(text)).bytes).toString("utf8");

describe("a drawing that is taken", () => {
  test("stays as it is, as the server writes it", () => {
    expect(read(svg().toString())).toBe(svg().toString());
  });

  test("loses what nothing needs, and keeps what it looks like", () => {
    const drawn = `\uFEFF<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!-- Generator: a program -->
<svg version="1.1" id="Logo" ${NS} xmlns:xlink="http://www.w3.org/1999/xlink" xml:space="preserve"
  width="120px" height="40px" viewBox="0 0 120 40" data-name="Layer 1">
  <title>Fernweh &amp; Söhne</title>
  <style>.a{fill:url(#g);stroke:#fff} .b { opacity: .5; }</style>
  <defs>
    <linearGradient id="g" gradientTransform="rotate(90)"><stop offset="0" stop-color="rgb(1,2,3)"/></linearGradient>
    <linearGradient id="h" xlink:href="#g"/>
    <clipPath id="c"><rect width="8" height='8'/></clipPath>
  </defs>
  <g clip-path="url(#c)" style="fill:url(#h)"><circle cx="4" cy="4" r="3" class="a b"/></g>
  <text x="0" y="9" font-family="'Open Sans', sans-serif">Fern<tspan dy="1">weh</tspan></text>
</svg>
`;
    const written = read(drawn);
    for (const kept of [
      `<svg id="Logo" ${NS} width="120px" height="40px" viewBox="0 0 120 40">`,
      "<title>Fernweh &amp; Söhne</title>",
      '<linearGradient id="h" href="#g">',
      '<g clip-path="url(#c)" style="fill:url(#h)">',
      'Fern<tspan dy="1">weh</tspan></text>',
    ]) {
      expect(written).toContain(kept);
    }
    expect(written).not.toMatch(/xlink|data-name|version|<!--|<\?xml|xml:space/);
    expect(read(written)).toBe(written);
  });
});

const deep = (times: number): string => "<g>".repeat(times) + "</g>".repeat(times);

test.each<[string, string]>([
  ["a script", root("<script>alert(1)</script>")],
  [
    "a script with a prefix",
    root('<svg:script xmlns:svg="http://www.w3.org/2000/svg">alert(1)</svg:script>'),
  ],
  ["a script in capital letters", root("<SCRIPT>alert(1)</SCRIPT>")],
  ["an event on the root", root("", 'viewBox="0 0 8 8" onload="alert(1)"')],
  ["an event on a shape", root('<rect onclick="alert(1)"/>')],
  ["an event in capital letters", root('<rect OnMouseOver="alert(1)"/>')],
  ["HTML", root("<foreignObject><body/></foreignObject>")],
  ["HTML by its namespace", root('<g xmlns="http://www.w3.org/1999/xhtml"><rect/></g>')],
  ["an HTML frame", root('<iframe src="https://evil.example"/>')],
  ["a link", root('<a href="https://evil.example"><rect/></a>')],
  ["a link with a script", root('<a xlink:href="javascript:alert(1)"><rect/></a>')],
  ["a picture", root('<image href="https://evil.example/x.png"/>')],
  ["a picture in the file", root('<image href="data:image/png;base64,AAAA"/>')],
  ["another file by use", root('<use href="https://evil.example/x.svg#a"/>')],
  ["a copy by use", root('<g id="a"/><use href="#a"/>')],
  ["an animation that navigates", root('<a><set attributeName="href" to="javascript:alert(1)"/></a>')],
  ["an animation", root('<rect><animate attributeName="x" to="9"/></rect>')],
  ["an animation of a link", root('<animate href="#a" attributeName="href" values="javascript:alert(1)"/>')],
  ["a filter", root('<filter id="f"><feImage href="https://evil.example"/></filter>')],
  ["a pattern", root('<pattern id="p"><rect/></pattern>')],
  ["metadata", root("<metadata>x</metadata>")],
  ["another drawing inside", root(root(""))],
  ["a gradient of another file", root('<linearGradient href="https://evil.example/x.svg#g"/>')],
  ["a gradient from data", root('<radialGradient xlink:href="data:image/svg+xml,x#g"/>')],
  ["an address in fill", root('<rect fill="url(https://evil.example/x.svg#g)"/>')],
  ["an address in fill with capital letters", root('<rect fill="URL(//evil.example#g)"/>')],
  ["an address with an escape", root('<rect fill="u\\72l(//evil.example#g)"/>')],
  ["an address with an entity", root('<rect fill="u&#114;l(//evil.example#g)"/>')],
  ["an address in an attribute for numbers", root('<rect x="url(#g)"/>')],
  ["an unknown function", root('<rect fill="image-set(x)"/>')],
  ["a style with an address", root('<rect style="fill:url(https://evil.example)"/>')],
  ["a style with a background", root('<rect style="background:url(#a)"/>')],
  ["a style with a clip path", root('<rect style="clip-path:url(#a)"/>')],
  ["a style with a quoted address", root(`<rect style='fill:url("//evil.example")'/>`)],
  ["an imported style", root('<style>@import "https://evil.example/x.css";</style>')],
  ["a style with an escape", root("<style>.a{fill:\\75rl(x)}</style>")],
  ["a style with a comment", root("<style>.a{fill:u/**/rl(x)}</style>")],
  ["a style in two parts", root("<style>.a{fill:<!-- -->red}</style>")],
  ["a style with an element", root("<style><g/></style>")],
  ["a font from elsewhere", root("<style>@font-face{src:url(//evil.example)}</style>")],
  ["a style sheet", `<?xml-stylesheet href="https://evil.example/x.css"?>${root("")}`],
  ["an instruction inside", root('<?php echo "x" ?>')],
  ["a doctype", `<!DOCTYPE svg>${root("")}`],
  ["an external doctype", `<!DOCTYPE svg PUBLIC "x" "https://evil.example/x.dtd">${root("")}`],
  ["entities", `<!DOCTYPE svg [<!ENTITY x "y">]>${root("<text>&x;</text>")}`],
  [
    "a file by an entity",
    `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${root("<text>&x;</text>")}`,
  ],
  ["an unknown entity", root("<text>&nbsp;</text>")],
  ["a bare ampersand", root("<text>a & b</text>")],
  ["CDATA", root("<style><![CDATA[.a{}]]></style>")],
  ["a clip path in a clip path", root('<clipPath id="a"><rect clip-path="url(#b)"/></clipPath>')],
  ["a mask of a mask", root('<mask id="a" mask="url(#b)"><rect/></mask>')],
  ["text beside the elements", root("alert(1)")],
  ["something behind the end", `${root("")}<svg/>`],
  ["text behind the end", `${root("")}alert(1)`],
  ["an open element", `<svg ${NS} viewBox="0 0 8 8"><g></svg>`],
  ["an open comment", `<svg ${NS} viewBox="0 0 8 8"><!-- `],
  ["an attribute twice", root('<rect x="1" x="2"/>')],
  ["an attribute without quotes", root("<rect x=1/>")],
  ["an attribute without a value", root("<rect hidden/>")],
  ["a lesser sign in an attribute", root('<rect id="<"/>')],
  ["a control character", root('<rect id="a\u0001"/>')],
  ["no namespace", '<svg viewBox="0 0 8 8"/>'],
  ["another namespace", '<svg xmlns="http://www.w3.org/1999/xhtml" viewBox="0 0 8 8"/>'],
  ["no size", `<svg ${NS}/>`],
  ["no width", root("", 'width="0" height="8"')],
  ["a size that no memory holds", root("", 'width="99999" height="99999"')],
  ["a size in percent", root("", 'width="100%" height="100%" viewBox="0 0 8 8"')],
  ["a viewBox of words", root("", 'viewBox="a b c d"')],
  ["too many elements", root("<g/>".repeat(2_000))],
  ["too many levels", root(deep(40))],
  ["too many bytes", root(`<path d="${"M0 0".repeat(70_000)}"/>`)],
])("a drawing with %s is refused", (_, text) => {
  expect(() => read(text)).toThrow(expect.objectContaining({ reason: "INVALID_REQUEST" }));
});

test("a drawing that is not in UTF-8 is refused", () => {
  const utf16 = Buffer.from(`<?xml version="1.0" encoding="UTF-16"?>${root("")}`, "utf16le");
  const latin1 = Buffer.from(root("<title>Söhne</title>"), "latin1");
  for (const file of [utf16, latin1]) expect(() => readImage(file)).toThrow();
});

test("a hostile file is refused soon", () => {
  const hostile = [
    `<svg ${NS} ${"a ".repeat(60_000)}`,
    `<svg ${'a="'.repeat(60_000)}`,
    "<svg ".repeat(40_000),
  ];
  const startedAt = performance.now();
  for (const text of hostile) expect(() => read(text)).toThrow();
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});
