import type { Question } from '#contract/forum/calls';
import { Lock } from './lock.tsx';
import styles from './moderation-signs.module.css';
import { Pin } from './pin.tsx';

/** Says of a question in a list that it is pinned or locked: by a picture and a word. */
export function ModerationSigns({ pinned, locked }: Pick<Question, 'pinned' | 'locked'>) {
  return (
    <>
      {pinned !== undefined && (
        <>
          {' '}
          <span className={styles['sign']}>
            <Pin />
            Pinned
          </span>
        </>
      )}
      {locked !== undefined && (
        <>
          {' '}
          <span className={styles['sign']}>
            <Lock />
            Locked
          </span>
        </>
      )}
    </>
  );
}
