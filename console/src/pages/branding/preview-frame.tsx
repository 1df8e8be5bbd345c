import { type ReactNode, useEffect, useRef, useState } from "react";

/** As wide and high as the device would be; drawn smaller where there is less room. */
const SIZES = { phone: { width: 390, height: 620 }, desktop: { width: 1024, height: 720 } } as const;

export type Device = keyof typeof SIZES;

/**
 * A document of the server in a frame of its own, whose policy allows its styles and nothing that runs.
 * It is written into the frame instead of loaded, so that the back button knows nothing of it.
 */
export function PreviewFrame({
  html,
  device,
  title,
}: {
  html: string;
  device: Device;
  title: string;
}): ReactNode {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  const [room, roomRef] = useRoom();
  useEffect(() => {
    if (isReady && frame.current) write(frame.current, html);
  }, [html, isReady]);
  const { width, height } = SIZES[device];
  const scale = Math.min(1, room / width);
  return (
    <div className="overflow-clip rounded-lg border border-line bg-sunken" ref={roomRef}>
      <div className="mx-auto" style={{ width: width * scale, height: height * scale }}>
        <iframe
          className="block origin-top-left border-0"
          height={height}
          onLoad={() => setReady(true)}
          ref={frame}
          sandbox="allow-same-origin"
          src="/console/preview"
          style={{ transform: `scale(${scale})` }}
          title={title}
          width={width}
        />
      </div>
    </div>
  );
}

function write(frame: HTMLIFrameElement, html: string): void {
  const document = frame.contentDocument;
  if (!document) return;
  document.open();
  document.write(html);
  document.close();
  // It is a picture of the page: its buttons and links lead nowhere.
  for (const kind of ["click", "submit"]) document.addEventListener(kind, (event) => event.preventDefault());
}

/** How many pixels wide the element is. */
function useRoom(): [number, (element: HTMLDivElement) => () => void] {
  const [room, setRoom] = useState(0);
  const [observe] = useState(() => (element: HTMLDivElement) => {
    const observer = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? 0));
    observer.observe(element);
    return () => observer.disconnect();
  });
  return [room, observe];
}
