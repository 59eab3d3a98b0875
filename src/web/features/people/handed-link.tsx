import { useSyncExternalStore } from 'react';
import { useSite } from '../../lib/page/site.ts';
import { Button } from '../../ui/button.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './person-acts.module.css';

const noChanges = () => () => {};

/** A link to the portal where its reader is: a portal that does not know its own address names only its own machine. */
function useReachableLink(link: string): string {
  const { hasAddress } = useSite();
  const origin = useSyncExternalStore(
    noChanges,
    () => location.origin,
    () => null,
  );
  if (hasAddress || origin === null) return link;
  const { pathname, search } = new URL(link);
  return origin + pathname + search;
}

/** A link that is handed over: it is shown this once, and printed from here. */
export function HandedLink({
  of: { s_id, s_name },
  link,
  expiresAt,
}: {
  of: { s_id: string; s_name: string };
  link: string;
  expiresAt: string;
}) {
  const reachable = useReachableLink(link);
  return (
    <>
      <div className={styles['link']}>
        <p>
          <strong>{`${s_name}, ${s_id}`}</strong>
        </p>
        <p className={styles['address']}>{reachable}</p>
        <p>
          Works once, until <Time value={expiresAt} />. It is not shown again.
        </p>
      </div>
      <div>
        <Button variant="secondary" onClick={() => window.print()} data-needs-script>
          Print this page
        </Button>
      </div>
    </>
  );
}
