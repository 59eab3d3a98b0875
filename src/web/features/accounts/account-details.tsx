import type { ReactNode } from 'react';
import type { Role, CurrentUser } from '#contract/accounts';
import { Card } from '../../ui/card.tsx';
import styles from './account-details.module.css';

const roles: Record<Role, string> = { student: 'Student', mentor: 'Mentor', administrator: 'Administrator' };

/** A student's batch or the batches of staff, with a text where there is none. */
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

/** Name, e-mail, role and batches of the current user. */
export function AccountDetails({ user }: { user: CurrentUser }) {
  const { label, value, note } = batchesOf(user);
  const rows: [string, ReactNode][] = [
    ['Name', user.s_name],
    ['E-mail', user.s_id],
    ['Role', roles[user.role]],
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
