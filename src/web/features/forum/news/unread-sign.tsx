import { shownUnread } from '#contract/forum/question-view';
import styles from './unread-sign.module.css';

export function UnreadSign({ count }: { count: number }) {
  return (
    <span className={styles['unread']}>
      <svg width="8" height="8" viewBox="0 0 8 8" aria-hidden="true">
        <circle cx="4" cy="4" r="3" fill="currentColor" />
      </svg>
      <span>{`${shownUnread(count)} new`}</span>
    </span>
  );
}
