import type { Question } from '#contract/discussions';
import { Button } from '../../ui/button.tsx';
import { AnnounceAnswer } from './announce-answer.tsx';
import { CommentItem } from './comment-item.tsx';
import { Tick } from './tick.tsx';
import styles from './solution.module.css';

/** The comment that is marked as the answer, before all others. */
export function Solution({
  question,
  solution,
  onUnmark,
  announceTo,
}: {
  question: Question;
  solution: Question['comments'][number];
  /** Null for those who may not. */
  onUnmark: (() => void) | null;
  /** The batch to which the reader may announce it; null for students. */
  announceTo: string | null;
}) {
  return (
    <section className={styles['solution']} aria-label="The answer">
      <p className={styles['label']}>
        <Tick />
        The answer
      </p>
      <CommentItem comment={solution} />
      {(onUnmark !== null || announceTo !== null) && (
        <div className={styles['acts']}>
          {announceTo !== null && (
            <AnnounceAnswer batch={announceTo} question={question} answer={solution} key={solution.id} />
          )}
          {onUnmark !== null && (
            <Button variant="quiet" small onClick={onUnmark}>
              Not the answer
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
