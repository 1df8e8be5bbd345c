import qrcode from "qrcode-generator";
import { type ReactNode, useMemo } from "react";

/** White around the code, without which cameras do not find it. */
const QUIET = 4;

/** Drawn in the browser: what it holds may be a secret. Dark on white in both colour schemes, as scanners want it. */
export function QrCode({ text, label }: { text: string; label: string }): ReactNode {
  const { size, path } = useMemo(() => draw(text), [text]);
  return (
    <svg
      aria-label={label}
      className="mx-auto block w-48 rounded-lg bg-white"
      role="img"
      shapeRendering="crispEdges"
      viewBox={`0 0 ${size} ${size}`}
    >
      <rect fill="#fff" height={size} width={size} />
      <path d={path} fill="#000" />
    </svg>
  );
}

function draw(text: string): { size: number; path: string } {
  const code = qrcode(0, "M");
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  let path = "";
  for (let row = 0; row < count; row++) {
    for (let column = 0; column < count; column++) {
      if (code.isDark(row, column)) path += `M${column + QUIET} ${row + QUIET}h1v1h-1z`;
    }
  }
  return { size: count + 2 * QUIET, path };
}
