import type { ReactNode } from 'react';
import styles from './notice.module.css';
import { Notice, type Announcement } from './notice.tsx';
import { thisDevice } from './this-device.ts';

/** A warning, or an error if the fault is the portal's. */
export function WaitsNotice({
  reason,
  isFault,
  isKept,
  what,
  children,
}: {
  reason: string;
  isFault: boolean;
  /** Sent even if the page is closed. */
  isKept: boolean;
  what: 'work' | 'mark' | 'post' | 'request' | 'change';
  children?: ReactNode;
}) {
  return (
    <Notice tone={isFault ? 'error' : 'warning'} title={reason}>
      <p>
        {isKept
          ? `Your ${what} is saved on ${thisDevice()} and will be sent automatically. You can leave this page.`
          : `Your ${what} will be sent automatically, but ${thisDevice()} cannot save it. Please leave this page open.`}
      </p>
      {children}
    </Notice>
  );
}

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
export function LiveRegion({ of: { words, count } }: { of: Announcement }) {
  return (
    <p role="status" className="visually-hidden">
      <span key={count}>{words}</span>
    </p>
  );
}
