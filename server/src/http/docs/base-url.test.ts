import { expect, test } from "vitest";
import { withBaseUrl } from "./base-url.ts";
import { readDocsPages } from "./docs-pages.ts";

const here = "https://auth.example.com";
const filled = (file: string, text: string): string | undefined =>
  [...withBaseUrl(readDocsPages(new Map([[file, text]])), here).values()][0]?.text;

test("a guide has the server's own address wherever it writes one", () => {
  expect(
    filled(
      "guides/a.md",
      "# A\n\n`http://localhost:8080`\n\n```sh\ncurl http://localhost:8080/healthz\n```\n",
    ),
  ).toBe(`# A\n\n\`${here}\`\n\n\`\`\`sh\ncurl ${here}/healthz\n\`\`\`\n`);
});

test("elsewhere only blocks of code have it, because the text may be about the default", () => {
  expect(
    filled(
      "cli.md",
      "The default is `http://localhost:8080`.\n\n```sh\nsvc login http://localhost:8080\n```\n\nhttp://localhost:8080\n",
    ),
  ).toBe(
    `The default is \`http://localhost:8080\`.\n\n\`\`\`sh\nsvc login ${here}\n\`\`\`\n\nhttp://localhost:8080\n`,
  );
});
