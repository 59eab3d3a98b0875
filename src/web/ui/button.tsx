import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import styles from './button.module.css';
import { classNames } from './class-names.ts';

type Appearance = {
  /** At most one primary button a screen. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'choice' | 'danger';
  small?: boolean;
  wide?: boolean;
};

function classOf({ variant = 'primary', small, wide }: Appearance, className?: string): string {
  return classNames(
    styles['button'],
    styles[variant],
    small && styles['small'],
    wide && styles['wide'],
    className,
  );
}

/** While `busy` it keeps its width and focus, and ignores clicks (aria-disabled). */
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
}: ComponentProps<'button'> & Appearance & { busy?: boolean }) {
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
      {busy && <span className={styles['spinner']} aria-hidden="true" />}
      <span className={styles['label']}>{children}</span>
    </button>
  );
}

/** Addresses outside the app and downloads need `reloadDocument`. */
export function ButtonLink({
  variant,
  small,
  wide,
  className,
  ...rest
}: ComponentProps<typeof Link> & Appearance) {
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
