import type { OwnAccount } from '#contract/accounts/own-account-calls';
import { useActionForm } from '../../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../../ui/action-form.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import styles from './session-list.module.css';

type Session = OwnAccount['sessions'][number];

/** The account's sessions; each can be ended, or all others at once. */
export function SessionList({ sessions }: { sessions: Session[] }) {
  const others = sessions.filter(({ is_this }) => !is_this);
  return (
    <>
      <ul className={styles['list']}>
        {sessions.map(({ id, device, began_at, used_at, is_this }) => (
          <li key={id} className={styles['row']}>
            <div>
              <p className={styles['device']}>
                <span>{device ?? 'Another device'}</span>
                {is_this && <span className={styles['this']}>This device</span>}
              </p>
              <p className={styles['times']}>
                Last used <TimeAgo value={used_at} />, logged in <TimeAgo value={began_at} />
              </p>
            </div>
            {!is_this && <EndForm act="end-session" id={id} label={`End ${device ?? 'another device'}`} />}
          </li>
        ))}
      </ul>
      {others.length > 1 && <EndForm act="end-sessions" />}
      {others.length === 0 && <p className={styles['times']}>You are not logged in anywhere else.</p>}
    </>
  );
}

/** @param label for screen readers */
function EndForm({ act, id, label }: { act: string; id?: string; label?: string }) {
  const form = useActionForm({ act, ...(id && { of: { session: id } }), action: '/account' });
  return (
    <ActionForm
      form={form}
      button={id === undefined ? 'End all others' : 'End'}
      small={id !== undefined}
      {...(label && { label })}
    />
  );
}
