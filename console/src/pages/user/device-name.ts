import { devices as text } from "../../strings/user.ts";

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
  [/Mac OS X|Macintosh/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

const LONGEST = 60;

/** A user agent as people would say it. What is not recognised is shown as it came. */
export function deviceName(userAgent: string): string {
  const agent = userAgent.trim();
  if (agent === "") return text.unknown;
  if (/^okhttp\//.test(agent)) return text.androidApp;
  if (/CFNetwork\//.test(agent)) return text.appleApp(appNameOf(agent));
  if (/^Dart\//.test(agent)) return text.flutterApp;
  const browser = BROWSERS.find(([pattern]) => pattern.test(agent))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(agent))?.[1];
  if (browser && system) return text.on(browser, system);
  return agent.length > LONGEST ? `${agent.slice(0, LONGEST)}…` : agent;
}

/** `MyApp/12 CFNetwork/1490.0.4 Darwin/23.2.0` */
function appNameOf(userAgent: string): string {
  const name = /^([^/]+)\//.exec(userAgent)?.[1] ?? "";
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
