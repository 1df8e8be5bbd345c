import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from "@tanstack/react-router";
import { CrashScreen, MissingScreen } from "./error-screens.tsx";
import { ProjectScreens } from "./project-screens.tsx";
import { Shell } from "./shell.tsx";
import { parseSearch, stringifySearch } from "./url-state.ts";

const root = createRootRoute({ component: Shell, notFoundComponent: () => <MissingScreen /> });

const projects = createRoute({
  getParentRoute: () => root,
  path: "/",
  component: lazyRouteComponent(() => import("../pages/projects.tsx"), "ProjectsPage"),
});

const instance = createRoute({
  getParentRoute: () => root,
  path: "/instance",
  component: lazyRouteComponent(() => import("../pages/instance.tsx"), "InstancePage"),
});

const project = createRoute({ getParentRoute: () => root, path: "/p/$project", component: ProjectScreens });

const projectHome = createRoute({
  getParentRoute: () => project,
  path: "/",
  beforeLoad: ({ params }) => {
    throw redirect({ to: "/p/$project/overview", params, replace: true });
  },
});

const overview = createRoute({
  getParentRoute: () => project,
  path: "overview",
  component: lazyRouteComponent(() => import("../pages/overview.tsx"), "OverviewPage"),
});

const users = createRoute({
  getParentRoute: () => project,
  path: "users",
  component: lazyRouteComponent(() => import("../pages/users.tsx"), "UsersPage"),
});

const user = createRoute({
  getParentRoute: () => project,
  path: "users/$user",
  component: lazyRouteComponent(() => import("../pages/user.tsx"), "UserPage"),
});

const events = createRoute({
  getParentRoute: () => project,
  path: "events",
  component: lazyRouteComponent(() => import("../pages/events.tsx"), "EventsPage"),
});

const billing = createRoute({
  getParentRoute: () => project,
  path: "billing",
  component: lazyRouteComponent(() => import("../pages/billing.tsx"), "BillingPage"),
});

const billingMetrics = createRoute({
  getParentRoute: () => project,
  path: "billing/metrics",
  component: lazyRouteComponent(() => import("../pages/billing-metrics.tsx"), "BillingMetricsPage"),
});

const billingCatalog = createRoute({
  getParentRoute: () => project,
  path: "billing/catalog",
  component: lazyRouteComponent(() => import("../pages/billing-catalog.tsx"), "BillingCatalogPage"),
});

const billingSubscriptions = createRoute({
  getParentRoute: () => project,
  path: "billing/subscriptions",
  component: lazyRouteComponent(
    () => import("../pages/billing-subscriptions.tsx"),
    "BillingSubscriptionsPage",
  ),
});

const billingPurchases = createRoute({
  getParentRoute: () => project,
  path: "billing/purchases",
  component: lazyRouteComponent(() => import("../pages/billing-purchases.tsx"), "BillingPurchasesPage"),
});

const billingNotifications = createRoute({
  getParentRoute: () => project,
  path: "billing/notifications",
  component: lazyRouteComponent(
    () => import("../pages/billing-notifications.tsx"),
    "BillingNotificationsPage",
  ),
});

const push = createRoute({
  getParentRoute: () => project,
  path: "push",
  component: lazyRouteComponent(() => import("../pages/push.tsx"), "PushPage"),
});

const signInMethods = createRoute({
  getParentRoute: () => project,
  path: "sign-in-methods",
  component: lazyRouteComponent(() => import("../pages/sign-in-methods.tsx"), "SignInMethodsPage"),
});

const urls = createRoute({
  getParentRoute: () => project,
  path: "urls",
  component: lazyRouteComponent(() => import("../pages/urls.tsx"), "UrlsPage"),
});

const branding = createRoute({
  getParentRoute: () => project,
  path: "branding",
  component: lazyRouteComponent(() => import("../pages/branding.tsx"), "BrandingPage"),
});

const wording = createRoute({
  getParentRoute: () => project,
  path: "wording",
  component: lazyRouteComponent(() => import("../pages/wording.tsx"), "WordingPage"),
});

const keys = createRoute({
  getParentRoute: () => project,
  path: "keys",
  component: lazyRouteComponent(() => import("../pages/keys.tsx"), "KeysPage"),
});

const settings = createRoute({
  getParentRoute: () => project,
  path: "settings",
  component: lazyRouteComponent(() => import("../pages/settings.tsx"), "SettingsPage"),
});

const connect = createRoute({
  getParentRoute: () => project,
  path: "connect",
  component: lazyRouteComponent(() => import("../pages/connect.tsx"), "ConnectPage"),
});

const routeTree = root.addChildren([
  projects,
  instance,
  project.addChildren([
    projectHome,
    overview,
    users,
    user,
    events,
    billing,
    billingMetrics,
    billingCatalog,
    billingSubscriptions,
    billingPurchases,
    billingNotifications,
    push,
    signInMethods,
    urls,
    branding,
    wording,
    keys,
    settings,
    connect,
  ]),
]);

export const router = createRouter({
  routeTree,
  basepath: "/console",
  parseSearch,
  stringifySearch,
  defaultPreload: "intent",
  defaultErrorComponent: CrashScreen,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
