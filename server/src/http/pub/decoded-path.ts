/** The path as it was meant: a scope arrives as `@svc/sdk`, `@svc%2fsdk` or `@svc%2Fsdk`, depending on who asks. */
export function decodedPath(path = ""): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
