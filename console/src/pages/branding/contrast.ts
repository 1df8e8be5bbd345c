import type { ColourName, Colours } from "./theme-values.ts";

/** WCAG 2.2, AA, for text of normal size. */
export const LEAST_CONTRAST = 4.5;

/** Every text of pages and mails, and what it stands on. */
export const grounds: Partial<Record<ColourName, readonly ("primary" | "background" | "surface")[]>> = {
  text: ["background", "surface"],
  mutedText: ["background", "surface"],
  error: ["background", "surface"],
  onPrimary: ["primary"],
};

export function isColour(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text);
}

export type Contrast = { ground: "primary" | "background" | "surface"; ratio: number };

/** How well a colour stands out from each of its grounds; nothing while one of them is no colour yet. */
export function contrastsOf(colours: Colours, name: ColourName): Contrast[] {
  const own = colours[name];
  return (grounds[name] ?? []).flatMap((ground) =>
    isColour(own) && isColour(colours[ground]) ? [{ ground, ratio: contrast(own, colours[ground]) }] : [],
  );
}

/** Cut, not rounded: 4.499 must not be told as 4.5. */
export function ratioText(ratio: number): string {
  return `${(Math.floor(ratio * 10) / 10).toFixed(1)}:1`;
}

/** From 1, the same, to 21, black on white. */
export function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
