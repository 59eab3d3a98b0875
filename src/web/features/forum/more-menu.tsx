import { useRef, useState, type ReactNode } from 'react';
import styles from './post.module.css';
import { useClickOutside } from '../../lib/use-click-outside.ts';

/** Seldom used buttons behind "⋯". Escape, and a click or the focus elsewhere, close it. */
export function MoreMenu({ label, children }: { label: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const menu = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useClickOutside(menu, isOpen, () => setOpen(false));
  return (
    <span
      ref={menu}
      role="presentation"
      className={styles['menu']}
      data-open={isOpen || undefined}
      onKeyDown={({ key, target }) => {
        if (key !== 'Escape' || (target as Element).closest('dialog') !== null) return;
        setOpen(false);
        button.current?.focus();
      }}
    >
      <button
        ref={button}
        type="button"
        className={styles['more']}
        aria-expanded={isOpen}
        title="More"
        onClick={() => setOpen(!isOpen)}
      >
        <span className="visually-hidden">{label}</span>
        <span aria-hidden="true">⋯</span>
      </button>
      <span className={styles['panel']} hidden={!isOpen}>
        {children}
      </span>
    </span>
  );
}
