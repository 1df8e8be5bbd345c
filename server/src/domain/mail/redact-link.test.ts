import { describe, expect, test } from "vitest";
import { newToken } from "../../crypto/random-token.ts";
import { redactLink } from "./redact-link.ts";

const token = "TfyDKeu8EeHTrfEs2lVDf6uRxo9mloNN7kwjCPpiNFE";
const link = `https://id.example.com/p/demo/reset?token=${token}`;

/** How many characters of the token stand in a row, whatever is between them and however they are written. */
function told(text: string, secret = token): number {
  const joined = text.replace(/[^A-Za-z0-9_-]/g, "").toLowerCase();
  for (let length = secret.length; length > 0; length--)
    for (let at = 0; at + length <= secret.length; at++)
      if (joined.includes(secret.slice(at, at + length).toLowerCase())) return length;
  return 0;
}

const piecesOf = (text: string, length: number) => text.match(new RegExp(`.{1,${length}}`, "gs")) ?? [];
const breaks = [
  " ",
  "\r\n",
  "=\r\n",
  "= ",
  "=\r\n554-5.7.1 ",
  "\r\n554-",
  "\n554-5.7.1 ",
  "%20",
  "=20",
  "&#10;",
];

const base64 = (text: string) => Buffer.from(text).toString("base64");
const percent = (text: string) => text.replace(/./g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);

describe("the link of the mail is not in what a relay says", () => {
  const quotations: Readonly<Record<string, string>> = {
    "as it is": link,
    "quoted-printable": `<a href=3D"https://id.example.com/p/demo/reset?token=3DTfyDKeu8EeHTrfEs2lVDf6uR=\r\nxo9mloNN7kwjCPpiNFE">`,
    "quoted-printable on one line": "token=3DTfyDKeu8EeHTrfEs2lVDf6uR= xo9mloNN7kwjCPpiNFE",
    "quoted-printable twice": "token=3D3DTfyDKeu8EeHTrfEs2lV=3D\r\nDf6uR=3D\r\nxo9mloNN7kwjCPpiNFE",
    "broken inside the word token": `to=\r\nken=3D${token}`,
    "percent-encoded": encodeURIComponent(link),
    "percent-encoded, each character": percent(link),
    "entities of HTML": link.replace("=", "&#61;").replace("TfyDK", "&#84;&#x66;yDK"),
    "in capitals": link.toUpperCase(),
    "in small letters": link.toLowerCase(),
    "without the word token": token,
    "its end only": token.slice(12),
    "its beginning only": token.slice(0, 30),
    "with spaces around the sign": `token = ${token}`,
  };

  test.each(Object.entries(quotations))("%s", (_name, quotation) => {
    for (const said of [`554 5.7.1 refused: ${quotation}`, `554 ${quotation} is refused, ${quotation}`]) {
      const shown = redactLink(said, link);
      expect(told(shown)).toBeLessThan(8);
      expect(shown).toMatch(/^554 /);
    }
  });

  test("wherever a line breaks", () => {
    for (const between of breaks)
      for (let at = 0; at <= token.length; at++)
        for (const before of ["token=", "token=3D", ""]) {
          const said = `554 ${before}${token.slice(0, at)}${between}${token.slice(at)} refused`;
          expect(told(redactLink(said, link)), said).toBeLessThan(8);
        }
  });

  test("however short the lines are", () => {
    for (const between of breaks)
      for (let length = 1; length < token.length; length++) {
        const said = `554 ${piecesOf(token, length).join(between)}`;
        expect(told(redactLink(said, link)), said).toBeLessThan(8);
      }
  });

  test("a body in base64, at every place of the link in it and with lines of every length", () => {
    for (const before of ["", "a", "ab"])
      for (let length = 4; length < 80; length++) {
        const body = piecesOf(base64(`Hello ${before}${link} and goodbye`), length).join("\r\n");
        const shown = redactLink(`554 refused\r\n${body}`, link).replace(/^554 refused/, "");
        const readable = Buffer.from(shown.replace(/[^\w+/]/g, ""), "base64").toString("latin1");
        expect(told(readable), body).toBeLessThan(8);
      }
  });

  test("any token", () => {
    for (let i = 0; i < 200; i++) {
      const secret = newToken();
      const said = `554 ${piecesOf(secret, 1 + (i % 43)).join("=\r\n")}`;
      expect(told(redactLink(said, `https://id.example.com/x?token=${secret}`), secret)).toBeLessThan(8);
    }
  });
});

describe.each(["40718263", "27345678", "00000007"])(
  "the code %s of the mail is not in what a relay says",
  (code) => {
    const flow = "hJ4k-pQ_7xv0Zr2LmN8sTbWcYdEfGaUi1o3V5C6B9kX";
    const withCode = `https://id.example.com/p/demo/app?flow=${flow}&code=${code}`;
    const grouped = `${code.slice(0, 4)} ${code.slice(4)}`;
    /** How many digits of the code stand in a row, whatever is between them. */
    const digits = (text: string) => told(text.replace(/^554/, "").replaceAll("-", ""), code);
    const hidden = (said: string): void => {
      const shown = redactLink(said, withCode);
      expect(digits(shown), said).toBeLessThan(6);
      expect(told(shown, flow), said).toBeLessThan(8);
      expect(shown).toMatch(/^554 /);
    };

    test.each(
      Object.entries({
        "the link": withCode,
        "the link, quoted-printable": withCode
          .replaceAll("=", "=3D")
          .replace(code, `${code.slice(0, 5)}=\r\n${code.slice(5)}`),
        "the link in HTML": `<a href="${withCode.replace("&", "&amp;")}">`,
        "the link, percent-encoded": encodeURIComponent(withCode),
        "the body": `Type this code in Demo.\r\n\r\n${grouped}\r\n\r\nIt works once.`,
        "the body on one line": `Type this code in Demo. ${grouped} It works once.`,
        "in HTML": `<p style=3D"margin:0">${grouped}</p>`,
        "with a space that does not break": grouped.replace(" ", "=C2=A0"),
        "its beginning": code.slice(0, 6),
        "its end": code.slice(2),
        "the flow alone": flow,
      }),
    )("%s", (_name, quotation) => {
      hidden(`554 5.7.1 refused: ${quotation}`);
    });

    test("wherever a line breaks", () => {
      for (const between of breaks)
        for (let at = 0; at <= code.length; at++)
          for (const before of ["code=", "code=3D", ""])
            hidden(`554 ${before}${code.slice(0, at)}${between}${code.slice(at)} refused`);
    });

    test("a body in base64, at every place of the code in it and with lines of every length", () => {
      for (const text of [code, grouped, withCode])
        for (const before of ["", "a", "ab"])
          for (let length = 4; length < 80; length++) {
            const body = piecesOf(base64(`Hello ${before}${text} and goodbye`), length).join("\r\n");
            const shown = redactLink(`554 refused\r\n${body}`, withCode).replace(/^554 refused/, "");
            const readable = Buffer.from(shown.replace(/[^\w+/]/g, ""), "base64").toString("latin1");
            expect(digits(readable), body).toBeLessThan(6);
          }
    });
  },
);

test("a code of a mail without a link is left out", () => {
  expect(redactLink("554 refused: Type 4071 8263 in Demo", undefined, "40718263")).toBe(
    "554 refused: Type …",
  );
});

test("a code that is named is left out without a link, too", () => {
  expect(redactLink("see https://x.example/app?code=12345678", undefined)).toBe(
    "see https://x.example/app?…",
  );
});

test("what looks like a token is left out without a link, too", () => {
  expect(redactLink(`cannot ${token} now`, undefined)).toBe("cannot … now");
  expect(redactLink(`cannot ${"t".repeat(43)} now`, undefined)).toBe("cannot … now");
  expect(redactLink(`half ${token.slice(0, 20)} now`, undefined)).toBe("half … now");
  expect(redactLink("see https://x.example/reset?token=abc", undefined)).toBe(
    "see https://x.example/reset?…",
  );
});

test.each([
  "550 5.1.1 <a.very.long.address-of-somebody+tag@mail-relay-europe-west.example.com>: no such mailbox",
  "421-4.7.28 mail-wr1-f41.google.com too many connections, see https://support.google.com/mail/?p=UnsolicitedRateLimitError",
  "552 5.3.4 message size=52428800 exceeds limit=41943040",
  "connect ECONNREFUSED 127.0.0.1:25",
  "535 5.7.8 the token has expired",
  "550 rejected (status code = 550, code=5.7.26)",
])("what says why stays: %s", (said) => {
  expect(redactLink(said, link)).toBe(said);
});
