import type { Openers } from '#contract/marking/release-calls';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import styles from './desk.module.css';

const names = new Intl.ListFormat('en', { type: 'conjunction' });

export function OpenElsewhere({ others }: Pick<Openers, 'others'>) {
  const [first] = others;
  return (
    <div aria-live="polite">
      {first !== undefined && (
        <p className={styles['elsewhere']}>
          <span>{`${names.format(others.map(({ name }) => name))} also ${others.length === 1 ? 'has' : 'have'} this open. Opened `}</span>
          <TimeAgo value={first.since} />
          <span>.</span>
        </p>
      )}
    </div>
  );
}
