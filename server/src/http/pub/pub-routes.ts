import type { App } from "../../app.ts";
import type { HttpRoute } from "../../wire/http-route.ts";
import { respond } from "../../wire/respond.ts";
import { KeptAnswers, sendKept } from "../kept-answer.ts";
import { keepSitePage } from "../site/site-page.ts";
import { dartRoutes } from "./dart/dart-routes.ts";
import { type LibraryReaders, shippedLibraries } from "./libraries.ts";
import { mavenRoutes } from "./maven/maven-routes.ts";
import { npmRoutes } from "./npm/npm-routes.ts";
import { onceThere } from "./once-there.ts";
import { pubPage } from "./pub-page.ts";
import { swiftGitRoutes } from "./swift/git-routes.ts";
import { swiftRegistryRoutes } from "./swift/swift-registry.ts";

/** The package repositories for the client libraries, and the page that says how to use them. */
export function pubRoutes(
  app: Pick<App, "baseUrl">,
  read: Partial<LibraryReaders> = shippedLibraries,
): HttpRoute[] {
  const none = (): [] => [];
  const npm = onceThere(read.npm ?? none, (list) => list);
  const dart = onceThere(read.dart ?? none, (list) => list);
  const maven = onceThere(read.maven ?? none, (list) => list);
  const swift = onceThere(read.swift ?? none, (list) => list);
  return [
    {
      methods: ["GET"],
      pattern: /^\/pub$/,
      handle: (_request, response) => respond(response, 308, { location: "/pub/" }),
    },
    pageRoute(app, { npm, dart, maven, swift }),
    ...dartRoutes(app, dart),
    ...mavenRoutes(maven),
    ...swiftGitRoutes(swift),
    ...swiftRegistryRoutes(app, swift),
    // The last one: it answers for every path that no other repository has.
    ...npmRoutes(app, npm),
  ];
}

function pageRoute(
  { baseUrl }: Pick<App, "baseUrl">,
  { npm, dart, maven, swift }: LibraryReaders,
): HttpRoute {
  const answers = new KeptAnswers();
  return {
    methods: ["GET"],
    pattern: /^\/pub\/$/,
    handle({ raw, path }, response) {
      const libraries = { npm: npm(), dart: dart(), maven: maven(), swift: swift() };
      const make = () =>
        keepSitePage({ title: "Client libraries", active: "/pub/", body: pubPage(baseUrl, libraries) });
      // Before the libraries are built there is little to say, and it changes.
      sendKept(raw, response, libraries.npm.length > 0 ? answers.get(path, make) : make());
    },
  };
}
