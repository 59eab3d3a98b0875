import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './conflict-notice.module.css';
import { Notice } from './notice.tsx';

/** Two versions side by side where others have changed meanwhile what somebody changed: neither is lost, the person chooses. */
export function ConflictNotice({
  title,
  theirsLabel,
  theirs,
  mineLabel,
  mine,
  onSendMine,
  onKeepTheirs,
}: {
  title: string;
  theirsLabel: ReactNode;
  theirs: ReactNode;
  mineLabel: ReactNode;
  mine: ReactNode;
  onSendMine: () => void;
  onKeepTheirs: () => void;
}) {
  return (
    <Notice tone="warning" role="alert" title={title}>
      <dl className={styles['versions']}>
        <div className={styles['version']}>
          <dt>{theirsLabel}</dt>
          <dd>{theirs}</dd>
        </div>
        <div className={styles['version']}>
          <dt>{mineLabel}</dt>
          <dd>{mine}</dd>
        </div>
      </dl>
      <div className={styles['buttons']}>
        <Button small onClick={onSendMine}>
          Send mine anyway
        </Button>
        <Button small variant="secondary" onClick={onKeepTheirs}>
          Keep what is there
        </Button>
      </div>
    </Notice>
  );
}
