import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { useRefusedForm } from '../../lib/forms/refused-form.ts';
import { Button } from '../../ui/button.tsx';
import styles from './viva-form-gate.module.css';

/**
 * A Submit button that reveals the form (specification, sections 2 and 4), before its script runs by way of the address.
 * @param isAgain whether something has been handed in before
 */
export function VivaFormGate({ isAgain, children }: { isAgain: boolean; children: ReactNode }) {
  const [search] = useSearchParams();
  const isRefused = useRefusedForm() !== undefined;
  const isAsked = isRefused || search.has('form') || search.has('receipt');
  const [isRevealed, setRevealed] = useState(isAsked);
  if (isRevealed) return children;
  return (
    <form
      className={styles['gate']}
      onSubmit={(event) => {
        event.preventDefault();
        setRevealed(true);
      }}
    >
      <p>
        {isAgain
          ? 'You can submit again. Every version is kept.'
          : 'Add your comments and one file: slides, a report or a recording.'}
      </p>
      <Button type="submit" name="form" value="open" variant={isAgain ? 'secondary' : 'primary'}>
        Submit
      </Button>
    </form>
  );
}
