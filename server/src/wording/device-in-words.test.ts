import { expect, test } from "vitest";
import { deviceInWords } from "./device-in-words.ts";
import { wordingOf } from "./wording.ts";

const wording = await wordingOf("en");

const SAFARI = "AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0";

test.each([
  [
    "Chrome on Windows",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  ],
  [
    "Edge on Windows",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0",
  ],
  [
    "Safari on iPhone",
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${SAFARI} Mobile/15E148 Safari/604.1`,
  ],
  ["Safari on Mac", `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${SAFARI} Safari/605.1.15`],
  ["Firefox on Linux", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"],
  [
    "Chrome on Android",
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
  ],
  ["an app on Android", "okhttp/4.12.0"],
  ["an app on an Apple device", "Fernweh/12 CFNetwork/1490.0.4 Darwin/23.2.0"],
  ["an app", "Dart/3.9 (dart:io)"],
])("%s", (words, userAgent) => {
  expect(deviceInWords(wording, userAgent)).toBe(words);
});

test("repeats nothing of what it does not recognise", () => {
  for (const userAgent of ["", "curl/8.0", "call +49 123 for help", "Chrome/1", "Windows"])
    expect(deviceInWords(wording, userAgent)).toBeUndefined();
  expect(deviceInWords(wording, "You%20won/1 CFNetwork/1 visit evil.example")).toBe(
    "an app on an Apple device",
  );
  expect(deviceInWords(wording, "visit evil.example Chrome/1 Windows")).toBe("Chrome on Windows");
});
