/** The names of the pages, in the navigation and as their titles. */
export const screenNames = {
  projects: "Projects",
  overview: "Overview",
  users: "Users",
  user: "User",
  events: "Events",
  billing: "Billing",
  push: "Push devices",
  signInMethods: "Sign-in methods",
  urls: "URLs",
  branding: "Branding",
  keys: "Keys",
  settings: "Settings",
  connect: "Connect",
  instance: "Instance",
} as const;

export const shell = {
  navigation: "Navigation",
  mainNavigation: "Main",
  openNavigation: "Open navigation",
  skipToContent: "Skip to content",
  manage: "Manage",
  configure: "Configure",
  build: "Build",
  switchProject: "Switch project",
  allProjects: "All projects",
  account: "Account",
  signedInAs: "Signed in as",
  yourAccount: "Your account and password",
  yourTokens: "Access tokens",
  help: "Help and documentation",
  version: (version: string) => `svc ${version}`,
  signOut: "Sign out",
  toLight: "Switch to light mode",
  toDark: "Switch to dark mode",
  documentation: "Documentation",
  newTab: "(opens in a new tab)",
  palette: "Commands",
  paletteHint: "Find a page, setting, action, project or user",
  findUsers: (text: string) => `Find users: “${text}”`,
  nothingFound: "No results",
  mailFails: (waiting: number) =>
    waiting === 1
      ? "The mail server is not accepting emails. 1 email waits."
      : `The mail server is not accepting emails. ${waiting} emails wait.`,
  mailDetails: "Show outbox",
} as const;
