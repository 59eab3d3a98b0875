import { useIsHydrated } from '../../lib/page/page-time.ts';
import { useSite } from '../../lib/page/site.ts';
import { Button } from '../../ui/button.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './person-actions.module.css';

/** A link to the portal where its reader is: a portal that does not know its own address names only its own machine. */
function useReachableLink(link: string): string {
  const { hasAddress } = useSite();
  const isHydrated = useIsHydrated();
  if (hasAddress || !isHydrated) return link;
  const { pathname, search } = new URL(link);
  return location.origin + pathname + search;
}

/** Shown this once, and printed from here. */
export function ShownOnceLink({
  person: { s_id, s_name },
  link,
  expiresAt,
}: {
  person: { s_id: string; s_name: string };
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
