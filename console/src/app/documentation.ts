/** The page about each screen, by the beginning of the screen's path within a project; the first that fits. */
const projectPages: readonly (readonly [screen: string, page: string])[] = [
  ["overview", "console#overview"],
  ["users/", "guides/claims-and-roles"],
  ["users", "console#users"],
  ["events", "console#events"],
  ["billing/metrics", "guides/running-billing"],
  ["billing/subscriptions", "guides/running-billing#help-a-customer"],
  ["billing/purchases", "guides/one-time-products"],
  ["billing/notifications", "guides/running-billing"],
  ["billing", "guides/subscriptions"],
  ["push", "guides/push-notifications"],
  ["sign-in-methods", "guides/social-sign-in"],
  ["urls", "console#sign-in-methods-and-urls"],
  ["branding", "console#branding"],
  ["wording", "console#wording"],
  ["keys", "console#keys"],
  ["settings", "console#settings"],
  ["connect", "guides/first-steps"],
];
const instancePage = "operations";
const startPage = "guides/first-steps";

/** Every page that the console links to. */
export const linkedPages: readonly string[] = [
  ...projectPages.map(([, page]) => page),
  instancePage,
  startPage,
];

type Project = { slug: string; publishableKey: string };

/**
 * The address of the page about a screen. Its examples get the project's name and publishable key: both are public,
 * and they are in the fragment, which no server sees.
 */
export function documentationUrl(pathname: string, project?: Project): string {
  const [path = "", anchor = ""] = pageFor(pathname).split("#", 2);
  const at = anchor === "" ? {} : { at: anchor };
  const filled =
    project && new URLSearchParams({ project: project.slug, key: project.publishableKey, ...at });
  const fragment = filled?.toString() ?? anchor;
  return `/docs/${path}${fragment === "" ? "" : `#${fragment}`}`;
}

function pageFor(pathname: string): string {
  const screen = /\/p\/[^/]+\/(.*)$/.exec(pathname)?.[1];
  if (screen === undefined) return pathname.endsWith("/instance") ? instancePage : startPage;
  return projectPages.find(([start]) => screen.startsWith(start))?.[1] ?? startPage;
}
