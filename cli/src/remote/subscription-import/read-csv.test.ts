import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCsv } from "./read-csv.ts";

async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

async function cells(text: string, size = 7): Promise<string[][]> {
  const found: string[][] = [];
  for await (const record of readCsv("a.csv", inPieces(text, size))) found.push([...record.cells]);
  return found;
}

describe("A CSV file", () => {
  test("is read with quotes, doubled quotes, line feeds in cells, CRLF and without a last line end", async () => {
    const text = 'user,store,key\r\n"a,b","say ""hi""","two\nlines"\r\n\r\n x , "y" ,\nlast,,z';
    expect(await cells(text)).toEqual([
      ["user", "store", "key"],
      ["a,b", 'say "hi"', "two\nlines"],
      ["x", "y", ""],
      ["last", "", "z"],
    ]);
  });

  test("may have semicolons or tabs between its cells: the first line says", async () => {
    expect(await cells("a;b;c\n1,5;2;3")).toEqual([
      ["a", "b", "c"],
      ["1,5", "2", "3"],
    ]);
    expect(await cells("a\tb\n1\t2,3")).toEqual([
      ["a", "b"],
      ["1", "2,3"],
    ]);
  });

  test("names the line on which a record begins", async () => {
    const lines: number[] = [];
    const text = 'a,b\n"1\n\n1",2\n\n3,4\n';
    for await (const { line } of readCsv("a.csv", inPieces(text, 3))) lines.push(line);
    expect(lines).toEqual([1, 2, 6]);
  });

  test("whose quote is not closed is refused, and does not fill the memory", async () => {
    await expect(cells('a,b\n1,"2\n3,4\n')).rejects.toMatchObject({
      message: "a.csv:2: a quote is not closed",
    });
    await expect(cells(`a,b\n1,"${"x\n".repeat(1024 * 1024)}`, 65_536)).rejects.toMatchObject({
      message: "a.csv:2: a record is longer than 1 MB",
    });
  });

  test("means the same however it comes in pieces", async () => {
    const cell = fc.string({ unit: fc.constantFrom("a", ",", ";", '"', "\n", "\r\n", "é", " ") });
    const table = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 1, max: 9 }), async (rows, size) => {
        const quoted = rows.map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(","));
        const text = ["x,y,z", ...quoted].join("\n");
        expect(await cells(text, size)).toEqual([["x", "y", "z"], ...rows]);
      }),
      { numRuns: 200 },
    );
  });
});
