import { useRevalidator } from 'react-router';
import type { OwnAccount } from '#contract/accounts/own-account-calls';
import { call, errorMessage } from '../../../lib/calls/client.ts';
import { FormKey } from '../../../lib/forms/form-key.tsx';
import { newIdempotencyKey } from '../../../lib/forms/idempotency-key.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { Button } from '../../../ui/button.tsx';
import { MessageRoom } from '../../../ui/message-room.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import styles from './session-list.module.css';

type Session = OwnAccount['sessions'][number];

/** Where the account is logged in: on which devices, since when and when last; each can be ended, or all others at once. */
export function SessionList({ sessions }: { sessions: Session[] }) {
  const { isBusy, error, run } = useMutation();
  const { revalidate } = useRevalidator();
  const end = (id: string | null) =>
    void run(async () => {
      await (id === null
        ? call('endOtherSessions', { idempotencyKey: newIdempotencyKey() })
        : call('endSession', { params: { id } }));
      await revalidate();
    });
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
            {!is_this && (
              <EndForm
                act="end-session"
                id={id}
                label={`End ${device ?? 'another device'}`}
                isBusy={isBusy}
                onEnd={() => end(id)}
              />
            )}
          </li>
        ))}
      </ul>
      <MessageRoom>{error !== null && <Notice tone="error">{errorMessage(error)}</Notice>}</MessageRoom>
      {others.length > 1 && <EndForm act="end-sessions" isBusy={isBusy} onEnd={() => end(null)} />}
      {others.length === 0 && <p className={styles['times']}>You are logged in nowhere else.</p>}
    </>
  );
}

/** A button that ends sessions; before its script by the screen's action. */
function EndForm({
  act,
  id,
  label,
  isBusy,
  onEnd,
}: {
  act: string;
  id?: string;
  /** What a screen reader says of it. */
  label?: string;
  isBusy: boolean;
  onEnd: () => void;
}) {
  return (
    <form
      method="post"
      action="/account"
      onSubmit={(event) => {
        event.preventDefault();
        onEnd();
      }}
    >
      <FormKey of={act} />
      <input type="hidden" name="act" value={act} />
      {id !== undefined && <input type="hidden" name="session" value={id} />}
      <Button type="submit" variant="secondary" small={id !== undefined} busy={isBusy} aria-label={label}>
        {id === undefined ? 'End all others' : 'End'}
      </Button>
    </form>
  );
}
