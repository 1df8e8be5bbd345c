import { describe, expect, test } from "vitest";
import { html, render, verbatim } from "./html.ts";

const HOSTILE = `</p>"'\`<script>&amp;`;

describe("html", () => {
  test("escapes every text, so that it can leave neither an element nor a quoted attribute", () => {
    const page = render(html`<p title="${HOSTILE}">${HOSTILE}</p>`);
    const escaped = "&#60;/p&#62;&#34;&#39;&#96;&#60;script&#62;&#38;amp;";
    expect(page).toBe(`<p title="${escaped}">${escaped}</p>`);
  });

  test("takes markup as it is, alone and in lists", () => {
    const items = ["<a>", "b"].map((text) => html`<li>${text}</li>`);
    expect(render(html`<ul>${items}</ul>${html`<br>`}`)).toBe("<ul><li>&#60;a&#62;</li><li>b</li></ul><br>");
  });

  test("leaves out what is missing, and writes numbers", () => {
    expect(render(html`${undefined}${false}${0}${""}`)).toBe("0");
  });

  test("takes nobody's word that a text is markup", () => {
    const forged = JSON.parse('{"markup":"<script>"}');
    expect(render(html`${forged}`)).not.toContain("<script>");
  });

  test("writes verbatim what the server has written itself", () => {
    expect(render(verbatim("a > b"))).toBe("a > b");
  });
});
