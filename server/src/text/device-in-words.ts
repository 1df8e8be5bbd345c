const BROWSERS: readonly [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, "Edge"],
  [/OPR\//, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/(?:Firefox|FxiOS)\//, "Firefox"],
  [/(?:Chrome|CriOS)\//, "Chrome"],
  [/Safari\//, "Safari"],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, "an iPhone"],
  [/iPad/, "an iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "a Mac"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

const APPS: readonly [RegExp, string][] = [
  [/^okhttp\//, "an app on Android"],
  [/CFNetwork\//, "an app on an Apple device"],
  [/^Dart\//, "an app"],
];

/**
 * A user agent as a part of a sentence, such as `Chrome on Windows`; undefined when it is not recognised. A stranger can
 * ask for an email and chooses the user agent, so no text of it is repeated: every answer is one of these words.
 */
export function deviceInWords(userAgent: string): string | undefined {
  const app = firstOf(APPS, userAgent);
  if (app !== undefined) return app;
  const [browser, system] = [firstOf(BROWSERS, userAgent), firstOf(SYSTEMS, userAgent)];
  return browser !== undefined && system !== undefined ? `${browser} on ${system}` : undefined;
}

function firstOf(names: readonly [RegExp, string][], userAgent: string): string | undefined {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1];
}
