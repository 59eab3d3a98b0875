import { useState, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import styles from './viva-form-gate.module.css';

/** A Submit button that reveals the form (specification, sections 2 and 4). */
export function VivaFormGate({ children }: { children: ReactNode }) {
  const [isRevealed, setRevealed] = useState(false);
  if (isRevealed) return children;
  return (
    <div className={styles['gate']}>
      <p>Ready? Your comments and one file are all it takes: slides, a report, a recording.</p>
      <Button onClick={() => setRevealed(true)}>Submit</Button>
    </div>
  );
}
