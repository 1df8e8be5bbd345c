import type { ComponentPropsWithRef, ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";
import { type Needs, useMay } from "./rights.tsx";

type Variant = "primary" | "secondary" | "ghost" | "danger";

const VARIANTS: Record<Variant, string> = {
  primary: "bg-accent text-on-accent hover:bg-accent-hover",
  secondary: "border border-line-strong/50 bg-surface text-ink hover:bg-hover",
  ghost: "text-accent-ink hover:bg-accent-soft",
  danger: "bg-danger text-on-danger hover:bg-danger-hover",
};

/** For links that look like buttons: `<Link className={buttonClass("primary")} …>`. */
export function buttonClass(variant: Variant = "secondary"): string {
  return `inline-flex h-9 items-center justify-center gap-2 rounded-lg px-3 text-sm font-medium whitespace-nowrap transition-colors disabled:pointer-events-none disabled:opacity-55 aria-busy:pointer-events-none aria-busy:opacity-55 ${VARIANTS[variant]}`;
}

type ButtonProps = ComponentPropsWithRef<"button"> & {
  variant?: Variant;
  icon?: IconName;
  /** Work is under way: it cannot be pressed again, and says so. It keeps the focus, which a disabled one would lose. */
  isBusy?: boolean;
  /** Who does not have this role does not see it. */
  needs?: Needs;
};

export function Button({
  variant,
  icon,
  isBusy = false,
  children,
  className = "",
  type = "button",
  needs,
  ...rest
}: ButtonProps): ReactNode {
  const may = useMay();
  if (needs !== undefined && !may(needs)) return null;
  return (
    <button
      {...rest}
      aria-busy={isBusy}
      aria-disabled={isBusy || undefined}
      className={`${buttonClass(variant)} ${className}`}
      onClick={isBusy ? (event) => event.preventDefault() : rest.onClick}
      type={type}
    >
      {isBusy ? <Spinner /> : icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

type IconButtonProps = Omit<ComponentPropsWithRef<"button">, "children"> & { icon: IconName; label: string };

/** A button of one icon; its label is read aloud and shown on hover. */
export function IconButton({ icon, label, className = "", ...rest }: IconButtonProps): ReactNode {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={`inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-muted transition-colors hover:bg-hover hover:text-ink ${className}`}
      title={label}
    >
      <Icon name={icon} size={18} />
    </button>
  );
}

function Spinner(): ReactNode {
  return <span className="size-4 animate-spin rounded-full border-2 border-current border-r-transparent" />;
}
