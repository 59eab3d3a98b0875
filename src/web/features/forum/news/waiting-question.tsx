import { withoutAttachmentMarks } from '#contract/forum/attachment-marks';
import type { QueuedRequest } from '../../../lib/outbox/queued-request.ts';
import { LinkedText } from '../../../ui/linked-text.tsx';
import styles from '../question-card.module.css';
import { textOf } from './waiting-discussion.ts';
import { WaitingNote } from './waiting-note.tsx';

/** A new question in the outbox, shown in its future place. */
export function WaitingQuestion({ act }: { act: QueuedRequest }) {
  return (
    <article className={styles['question']}>
      <header className={styles['head']}>
        <h3 className={styles['author']}>
          {act.body?.['anonymous'] === true ? 'You, without your name' : 'You'}
        </h3>
      </header>
      <div className={styles['text']}>
        <LinkedText text={withoutAttachmentMarks(textOf(act))} />
      </div>
      <WaitingNote act={act} />
    </article>
  );
}
