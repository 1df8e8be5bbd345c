import fc from "fast-check";
import { expect, test } from "vitest";
import { readDocsPages } from "./docs-pages.ts";
import { sectionsOf } from "./docs-sections.ts";
import { isOneEditAway, SearchIndex } from "./search-index.ts";

function indexOf(texts: Readonly<Record<string, string>>): SearchIndex {
  const index = new SearchIndex();
  for (const page of readDocsPages(new Map(Object.entries(texts))).values()) {
    for (const section of sectionsOf(page)) index.add(section, { summary: "", weight: 1 });
  }
  index.finish();
  return index;
}

const index = indexOf({
  "guests.md": "# Guests\n\nPeople without an account.\n\n## Delete\n\nA guest is removed after a year.\n",
  "backup.md": "# Backups\n\nOne archive of everything.\n\n```sh\nsvc backup\n# Not a heading\n```\n",
  "codes.md": "# Codes\n\nA command that ends. A page that was found. Found by its command.\n",
  "help.md": `# Help\n\n${"Other things. ".repeat(20)}\n\n| svc: command not found | the path |\n`,
  "tape-deck.md": "# Music on tape-deck\n\nThe tape-deck plays. The tape-deck stops.\n",
  "tape.md": "# Start: tape\n\nAbout tape.\n",
  "long.md": `# Long\n\n${"Words about other things. ".repeat(200)} A guest is named once.\n`,
});
const found = (query: string): string[] =>
  index.find(query, 5).found.map(({ section }) => `${section.page.path}#${section.anchor}`);

test.each([
  ["a word of the title comes before one of the text", "guest", ["guests#", "long#"]],
  ["a heading is a place of its own", "delete a guest", ["guests#delete", "long#"]],
  ["the beginning of a word", "arch", ["backup#"]],
  ["another word for the same", "anonymous", ["guests#", "long#"]],
  ["a typing error in a longer word", "bakcup", ["backup#"]],
  ["no typing error in a short word", "gest", []],
  ["what is only in code", "svc backup", ["backup#"]],
  ["a message as it was pasted", "svc: command not found", ["help#", "codes#"]],
  ["a word before a part of a name", "tape", ["tape#", "tape-deck#"]],
  ["nothing", "", []],
  ["words that say nothing", "how do I", []],
])("%s", (_, query, places) => {
  expect(found(query)).toEqual(places);
});

test("only the first ten words count, so that the work has a limit", () => {
  const words = Array.from({ length: 30 }, (_, n) => `nothing${n}`);
  expect(index.find(words.join(" "), 5).words).toHaveLength(10);
  expect(found([...words, "guest"].join(" "))).toEqual([]);
});

test("one edit is one letter more, less or other, or two swapped", () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[a-z]{5,12}$/),
      fc.nat(),
      fc.stringMatching(/^[a-z]$/),
      (word, n, letter) => {
        const at = n % word.length;
        const swapped = `${word.slice(0, at)}${word
          .slice(at, at + 2)
          .split("")
          .reverse()
          .join("")}${word.slice(at + 2)}`;
        for (const other of [
          word.slice(0, at) + word.slice(at + 1),
          word.slice(0, at) + letter + word.slice(at),
          word.slice(0, at) + letter + word.slice(at + 1),
          swapped,
        ]) {
          expect([word, other, isOneEditAway(word, other)]).toEqual([word, other, true]);
        }
        expect(isOneEditAway(word, `${word}12`)).toBe(false);
        expect(isOneEditAway(word, `1${word.slice(1, -1)}2`)).toBe(false);
      },
    ),
  );
});
