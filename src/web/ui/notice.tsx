import { useReducer, type ReactNode, type Ref } from 'react';
import { classNames } from './class-names.ts';
import styles from './notice.module.css';

/**
 * Errors are assertive live regions (role alert), the rest polite (role status). Mount it when due: initial
 * content is not announced.
 */
export function Notice({
  tone = 'info',
  title,
  role = tone === 'error' ? 'alert' : 'status',
  id,
  children,
  ref,
}: {
  tone?: 'error' | 'success' | 'warning' | 'info';
  title?: ReactNode;
  role?: 'alert' | 'status' | 'note';
  id?: string;
  children?: ReactNode;
  ref?: Ref<HTMLDivElement>;
}) {
  return (
    <div ref={ref} id={id} role={role} className={classNames(styles['notice'], styles[tone])}>
      <div className={styles['body']}>
        {title !== undefined && <p className={styles['title']}>{title}</p>}
        <div className={styles['text']}>{children}</div>
      </div>
    </div>
  );
}

/** Hidden with a script. */
export function NeedsScript({ children }: { children: ReactNode }) {
  return (
    <noscript>
      <Notice role="note">
        <p>{children}</p>
      </Notice>
    </noscript>
  );
}

export type Announcement = { words: string; count: number };

export const useAnnouncement = () =>
  useReducer((now: Announcement, words: string) => ({ words, count: now.count + 1 }), {
    words: '',
    count: 0,
  });

const texts = {
  nothing: '',
  saving: 'Saving on this device…',
  saved: 'Saved on this device',
  failed: 'This device cannot save your text. Please send your text before you leave this page.',
};

/** Reserves its room, so that nothing moves while typing. */
export function SaveStatusNote({ status }: { status: keyof typeof texts }) {
  return (
    <p className={styles['note']} data-status={status}>
      {texts[status]}
    </p>
  );
}

/** Screen readers read the same words out again. */
export function LiveRegion({ announcement: { words, count } }: { announcement: Announcement }) {
  return (
    <p role="status" className="visually-hidden">
      <span key={count}>{words}</span>
    </p>
  );
}
