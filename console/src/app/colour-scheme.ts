const KEY = "svc.console.scheme";

export type ColourScheme = "light" | "dark";

/** Shows what was chosen on this device, or else what the system says. First thing on every page. */
export function applyColourScheme(): void {
  const chosen = localStorage.getItem(KEY);
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.scheme = chosen;
}

export function currentColourScheme(): ColourScheme {
  const chosen = document.documentElement.dataset.scheme;
  if (chosen === "light" || chosen === "dark") return chosen;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** The other one from here on. Back at the system's own choice, nothing is remembered. */
export function toggleColourScheme(): ColourScheme {
  const next = currentColourScheme() === "dark" ? "light" : "dark";
  const ofSystem = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  if (next === ofSystem) {
    localStorage.removeItem(KEY);
    delete document.documentElement.dataset.scheme;
  } else {
    localStorage.setItem(KEY, next);
    document.documentElement.dataset.scheme = next;
  }
  return next;
}
