import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { QueuedRequest } from '../../lib/outbox/queued-request.ts';
import { openOutboxOfSession } from '../../lib/outbox/outbox.ts';
import { readUnsentOfDevice } from '../../lib/outbox/request-store.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ConnectionBar } from './connection-bar.tsx';
import styles from './frame.module.css';
import { countRequests } from './outbox-words.ts';

/** Nobody is logged in: the owner is not named. */
function WaitsForLogin({ requests }: { requests: readonly QueuedRequest[] }) {
  const { pathname } = useLocation();
  const isOne = requests.length === 1;
  return (
    <div role="status" className={styles['bar']}>
      <div className={styles['line']}>
        <p>
          {`${countRequests(requests)} on this device ${isOne ? 'is' : 'are'} not sent yet. Log in to send ${isOne ? 'it' : 'them'}.`}
        </p>
        {pathname !== '/login' && (
          <ButtonLink to="/login" variant="secondary" small>
            Login
          </ButtonLink>
        )}
      </div>
    </div>
  );
}

/** Sends and shows requests of the logged-in account only. */
export function PublicOutboxNotice() {
  const [unclaimed, setUnclaimed] = useState<readonly QueuedRequest[]>([]);
  useEffect(() => {
    let isOpen = true;
    const open = async () => {
      if ((await openOutboxOfSession()) !== 'nobody') return;
      const requests = await readUnsentOfDevice();
      if (isOpen) setUnclaimed(requests);
    };
    // The next screen retries.
    void open().catch(() => undefined);
    return () => {
      isOpen = false;
    };
  }, []);
  return unclaimed.length > 0 ? <WaitsForLogin requests={unclaimed} /> : <ConnectionBar />;
}
