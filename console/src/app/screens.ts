import type { IconName } from "../components/icon.tsx";
import { screenNames, shell } from "../strings/screens.ts";

type ProjectPath =
  `/p/$project/${"overview" | "users" | "events" | "billing" | "push" | "sign-in-methods" | "urls" | "branding" | "wording" | "keys" | "settings" | "connect"}`;
type Screen<Path> = { to: Path; name: string; icon: IconName };

/** The screens of a project, as the navigation and the command palette list them. */
export const projectScreens: readonly { heading: string; screens: readonly Screen<ProjectPath>[] }[] = [
  {
    heading: shell.manage,
    screens: [
      { to: "/p/$project/overview", name: screenNames.overview, icon: "chart" },
      { to: "/p/$project/users", name: screenNames.users, icon: "users" },
      { to: "/p/$project/events", name: screenNames.events, icon: "events" },
      { to: "/p/$project/billing", name: screenNames.billing, icon: "card" },
      { to: "/p/$project/push", name: screenNames.push, icon: "bell" },
    ],
  },
  {
    heading: shell.configure,
    screens: [
      { to: "/p/$project/sign-in-methods", name: screenNames.signInMethods, icon: "shield" },
      { to: "/p/$project/urls", name: screenNames.urls, icon: "link" },
      { to: "/p/$project/branding", name: screenNames.branding, icon: "brush" },
      { to: "/p/$project/wording", name: screenNames.wording, icon: "text" },
      { to: "/p/$project/keys", name: screenNames.keys, icon: "key" },
      { to: "/p/$project/settings", name: screenNames.settings, icon: "settings" },
    ],
  },
  {
    heading: shell.build,
    screens: [{ to: "/p/$project/connect", name: screenNames.connect, icon: "code" }],
  },
];

/** The screens of the server itself. */
export const serverScreens: readonly Screen<"/" | "/instance">[] = [
  { to: "/", name: screenNames.projects, icon: "apps" },
  { to: "/instance", name: screenNames.instance, icon: "server" },
];
