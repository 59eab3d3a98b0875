import type { ReactNode } from 'react';
import styles from './work.module.css';

/** Unfolded, its content takes the whole width. */
export function Fold({
  label,
  isOpen = false,
  onToggle,
  children,
}: {
  label: ReactNode;
  isOpen?: boolean;
  onToggle?: (isOpen: boolean) => void;
  children: ReactNode;
}) {
  return (
    <details
      className={styles['fold']}
      open={isOpen}
      onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}
    >
      <summary>{label}</summary>
      <div className={styles['folded']}>{children}</div>
    </details>
  );
}
