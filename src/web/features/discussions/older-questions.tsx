import { useSending } from '../../lib/use-sending.ts';
import { Button } from '../../ui/button.tsx';
import { Trouble } from './trouble.tsx';
import styles from './older-questions.module.css';

/** The way to the page before the oldest question that is shown. */
export function OlderQuestions({ onShow }: { onShow: () => Promise<void> }) {
  const { isBusy, trouble, run } = useSending();
  return (
    <div className={styles['older']}>
      {trouble !== null && <Trouble of={trouble} />}
      <Button variant="secondary" busy={isBusy} onClick={() => void run(onShow)}>
        Show older questions
      </Button>
    </div>
  );
}
