import { useEffect } from 'react';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import styles from './hand-in-form.module.css';
import type { HandInState } from './use-hand-in.ts';

/** How far a hand-in is on its way, and the way to call it back. Leaving the page asks first. */
export function HandInProgress({ state, onCancel }: { state: HandInState; onCancel: () => void }) {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  const { phase, share } = state;
  const label =
    phase === 'waiting' ? 'Waiting to send again' : share < 1 ? 'Uploading' : 'Waiting for the receipt';
  return (
    <div className={styles['progress']}>
      <ProgressBar label={label} percent={share * 100} />
      <Button variant="secondary" small onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
