/** Without TextEncoder, which Jest's jsdom environment does not have. */
export function utf8Bytes(text: string): number[] {
  const parts = encodeURIComponent(text).match(/%..|./g) ?? [];
  return parts.map((part) => (part.length > 1 ? Number.parseInt(part.slice(1), 16) : part.charCodeAt(0)));
}
