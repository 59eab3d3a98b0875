import { Button } from '../../ui/button.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './person-acts.module.css';

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
  return (
    <>
      <div className={styles['link']}>
        <p>
          <strong>{`${s_name}, ${s_id}`}</strong>
        </p>
        <p className={styles['address']}>{link}</p>
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
