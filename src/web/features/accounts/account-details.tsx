import type { ReactNode } from 'react';
import type { Role, CurrentUser } from '#contract/accounts';
import { Card } from '../../ui/card.tsx';
import styles from './account-details.module.css';

const roles: Record<Role, string> = { student: 'Student', mentor: 'Mentor', administrator: 'Administrator' };

/** A student's batch, or those of staff; in words when there is none. */
function batchesOf({ role, batch, batches }: CurrentUser): {
  label: string;
  value: ReactNode;
  note?: string;
} {
  if (role === 'student') {
    return batch === null
      ? {
          label: 'Batch',
          value: 'Not assigned yet',
          note: 'The office places you; nothing is needed from you.',
        }
      : { label: 'Batch', value: batch };
  }
  if (batches.length > 0) return { label: 'Batches', value: batches.join(', ') };
  return {
    label: 'Batches',
    value: 'None yet',
    note: 'You are staff without a batch, so there is no forum and no hand-in to see. An administrator assigns batches.',
  };
}

/** Who is signed in. */
export function AccountDetails({ who }: { who: CurrentUser }) {
  const { label, value, note } = batchesOf(who);
  const rows: [string, ReactNode][] = [
    ['Name', who.s_name],
    ['E-mail', who.s_id],
    ['Role', roles[who.role]],
    [label, value],
  ];
  return (
    <Card>
      <dl className={styles['list']}>
        {rows.map(([term, text]) => (
          <div key={term} className={styles['row']}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {note !== undefined && <p className={styles['note']}>{note}</p>}
    </Card>
  );
}
