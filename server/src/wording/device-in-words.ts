import type { Wording } from "./wording.ts";
import type { TextKey } from "./words.ts";

export const BROWSERS: readonly [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, "Edge"],
  [/OPR\//, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/(?:Firefox|FxiOS)\//, "Firefox"],
  [/(?:Chrome|CriOS)\//, "Chrome"],
  [/Safari\//, "Safari"],
];

export const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "Mac"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

const APPS: readonly [RegExp, TextKey][] = [
  [/^okhttp\//, "device.app_android"],
  [/CFNetwork\//, "device.app_apple"],
  [/^Dart\//, "device.app"],
];

/**
 * A user agent in words, such as `Chrome on Windows`; undefined when it is not recognised. A stranger can ask for an
 * email and chooses the user agent, so no text of it is repeated: every answer is made of these words.
 */
export function deviceInWords(wording: Wording, userAgent: string): string | undefined {
  const app = firstOf(APPS, userAgent);
  if (app !== undefined) return wording.text(app);
  const [browser, system] = [firstOf(BROWSERS, userAgent), firstOf(SYSTEMS, userAgent)];
  if (browser === undefined || system === undefined) return undefined;
  return wording.text("device.browser", { browser, system });
}

function firstOf<T>(names: readonly [RegExp, T][], userAgent: string): T | undefined {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1];
}
