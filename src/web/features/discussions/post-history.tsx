import { useEffect, useState } from 'react';
import type { FormerTexts, FormerTextsProps } from './former-texts.tsx';
import styles from './post-history.module.css';

/** What a question or a comment said before it was edited. What shows it is loaded when somebody looks. */
export function PostHistory(props: FormerTextsProps) {
  const [loaded, setLoaded] = useState<{ Shown: typeof FormerTexts } | 'failed' | null>(null);
  useEffect(() => {
    let isOpen = true;
    import('./former-texts.tsx')
      .then((module) => isOpen && setLoaded({ Shown: module.FormerTexts }))
      .catch(() => isOpen && setLoaded('failed'));
    return () => {
      isOpen = false;
    };
  }, []);
  return (
    <section className={styles['history']} aria-label="What it said before">
      {loaded === null && <p role="status">Reading what it said before …</p>}
      {loaded === 'failed' && <p>What it said before cannot be read without a connection.</p>}
      {loaded !== null && loaded !== 'failed' && <loaded.Shown {...props} />}
    </section>
  );
}
