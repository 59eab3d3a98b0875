import { useState } from 'react';
import type { Person } from '#contract/people';
import { call, errorMessage } from '../../lib/client.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { MessageRoom } from '../../ui/message-room.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './person-acts.module.css';

/** A link that is handed over: it is shown this once, and printed from here. */
export function ResetLink({ person }: { person: Pick<Person, 's_id' | 's_name'> }) {
  const { isBusy, error, run } = useMutation();
  const [made, setMade] = useState<{ link: string; expires_at: string } | null>(null);
  const make = () =>
    void run(async () => setMade(await call('makeResetLink', { params: { s_id: person.s_id } })));
  return (
    <div className={styles['form']}>
      <p>
        Whoever has the link chooses the password: hand it to the person, and to nobody else. A link of before
        ends with it.
      </p>
      {made !== null && (
        <div className={styles['link']}>
          <p>
            <strong>
              {person.s_name}, {person.s_id}
            </strong>
          </p>
          <p className={styles['address']}>{made.link}</p>
          <p>
            Works once, until <Time value={made.expires_at} />. It is not shown again.
          </p>
        </div>
      )}
      <MessageRoom>{error !== null && <Notice tone="error">{errorMessage(error)}</Notice>}</MessageRoom>
      <div className={styles['presses']}>
        <Button variant="secondary" busy={isBusy} onClick={make} data-needs-script>
          {made === null ? 'Show a link' : 'Show another link'}
        </Button>
        {made !== null && (
          <Button variant="quiet" onClick={() => window.print()}>
            Print this page
          </Button>
        )}
      </div>
    </div>
  );
}
