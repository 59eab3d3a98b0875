import type { ReactNode } from 'react';
import type { Question } from '#contract/forum/calls';
import { Button } from '../../../ui/button.tsx';
import { AnnounceAnswer } from '../news/announce-answer.tsx';
import { CommentEntry, type CommentActs } from './comment-entry.tsx';
import { Tick } from '../tick.tsx';
import styles from './solution.module.css';

export function Solution({
  question,
  solution,
  onUnmark,
  announceTo,
  own,
  onDelete,
  report,
}: {
  question: Question;
  solution: Question['comments'][number];
  /** null without permission. */
  onUnmark: (() => void) | null;
  /** null for students. */
  announceTo: string | null;
  own: CommentActs;
  onDelete: (comment: Question['comments'][number]) => void;
  /** The report or hide button. */
  report: ReactNode;
}) {
  return (
    <section className={styles['solution']} aria-label="The answer">
      <p className={styles['label']}>
        <Tick />
        The answer
      </p>
      <CommentEntry comment={solution} own={own} onDelete={onDelete}>
        {report}
      </CommentEntry>
      {(onUnmark !== null || announceTo !== null) && (
        <div className={styles['acts']}>
          {announceTo !== null && (
            <AnnounceAnswer batch={announceTo} question={question} answer={solution} key={solution.id} />
          )}
          {onUnmark !== null && (
            <Button variant="quiet" small onClick={onUnmark}>
              Unmark answer
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
