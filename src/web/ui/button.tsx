import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import styles from './button.module.css';
import { classNames } from './class-names.ts';

type Look = {
  /** One primary a screen: what one came for. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'choice' | 'danger';
  small?: boolean;
  wide?: boolean;
};

function classOf({ variant = 'primary', small, wide }: Look, own?: string): string {
  return classNames(styles['button'], styles[variant], small && styles['small'], wide && styles['wide'], own);
}

/** A button; `busy` keeps its width and its focus, shows that work goes on and ignores further presses. */
export function Button({
  variant,
  small,
  wide,
  busy = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & Look & { busy?: boolean }) {
  return (
    <button
      {...rest}
      type={type}
      className={classOf(
        { ...(variant && { variant }), ...(small && { small }), ...(wide && { wide }) },
        className,
      )}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy && <span className={styles['busy']} aria-hidden="true" />}
      {children}
    </button>
  );
}

/** A link that looks like a button; an address that leaves the app or starts a download takes `reloadDocument`. */
export function ButtonLink({ variant, small, wide, className, ...rest }: ComponentProps<typeof Link> & Look) {
  return (
    <Link
      {...rest}
      className={classOf(
        { ...(variant && { variant }), ...(small && { small }), ...(wide && { wide }) },
        className,
      )}
    />
  );
}
