import type { ReactNode } from 'react';
import type { Role, CurrentUser } from '#contract/accounts/calls';
import { Card } from '../../../ui/card.tsx';
import styles from './account-details.module.css';

const roles: Record<Role, string> = { student: 'Student', mentor: 'Mentor', administrator: 'Administrator' };

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
          note: 'The office will place you in a batch.',
        }
      : { label: 'Batch', value: batch };
  }
  if (batches.length > 0) return { label: 'Batches', value: batches.join(', ') };
  return {
    label: 'Batches',
    value: 'None yet',
    note: 'You have no batch yet, so you see no forum and no submissions. An administrator assigns batches.',
  };
}

/** First letters of the first and last word, with their combining marks. */
function initialsOf(name: string): string {
  const letters = name.split(/\s+/).flatMap((word) => /\p{L}\p{M}*/u.exec(word)?.[0] ?? []);
  return [letters[0], letters.length > 1 ? letters.at(-1) : ''].join('').toUpperCase();
}

export function AccountDetails({ user }: { user: CurrentUser }) {
  const { label, value, note } = batchesOf(user);
  const rows: [string, ReactNode][] = [
    ['Name', user.s_name],
    ['Email', user.s_id],
    ['Role', roles[user.role]],
    [label, value],
  ];
  return (
    <Card className={styles['card']}>
      <div className={styles['arch']} aria-hidden="true">
        <span className={styles['door']}>{initialsOf(user.s_name)}</span>
      </div>
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
