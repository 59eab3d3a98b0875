import { useState } from 'react';
import { errorMessage } from '../../../lib/calls/client.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './news-button.module.css';

/**
 * A button with the count of new posts, which shows them. Screen readers announce it once, not for each
 * further post.
 * @param text null hides it
 */
export function NewsButton({ text, onShow }: { text: string | null; onShow: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function show(): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      await onShow();
    } catch (error) {
      setFailure(errorMessage(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <p role="status" className="visually-hidden">
        {text !== null && 'There are new posts. The button at the end of the page shows them.'}
      </p>
      {text !== null && (
        <div className={styles['region']}>
          {failure !== null && (
            <p role="alert" className={styles['failed']}>
              {failure}
            </p>
          )}
          <Button small className={styles['button']} busy={isBusy} onClick={() => void show()}>
            {`Show ${text}`}
          </Button>
        </div>
      )}
    </>
  );
}
