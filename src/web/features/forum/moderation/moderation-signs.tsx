import type { Question } from '#contract/forum/calls';
import { Lock } from './lock.tsx';
import styles from './moderation-signs.module.css';
import { Pin } from './pin.tsx';

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
