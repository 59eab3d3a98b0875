import type { Question } from '#contract/forum/calls';
import { Lock } from './lock.tsx';
import styles from './moderation-note.module.css';
import { Pin } from './pin.tsx';

/** Why a mentor has pinned or locked a question. */
export function ModerationNote({ pinned, locked }: Pick<Question, 'pinned' | 'locked'>) {
  if (pinned === undefined && locked === undefined) return null;
  return (
    <div className={styles['notes']}>
      {pinned !== undefined && (
        <p className={styles['note']}>
          <Pin />
          <span>
            <strong>Pinned by a mentor:</strong>
            <span>{` ${pinned.reason}`}</span>
          </span>
        </p>
      )}
      {locked !== undefined && (
        <p className={styles['note']}>
          <Lock />
          <span>
            <strong>Locked by a mentor:</strong>
            <span>{` ${locked.reason}`}</span>
          </span>
        </p>
      )}
    </div>
  );
}
