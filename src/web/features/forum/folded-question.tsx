import { Link } from 'react-router';
import { beginningOf } from '#contract/excerpt';
import type { Question } from '#contract/forum/calls';
import { plainTextOf } from '#contract/plain-text';
import { focusInPlace } from '../../lib/focus-in-place.ts';
import { useIsHydrated } from '../../lib/page/page-time.ts';
import { subjects } from '../../lib/outbox/queued-request.ts';
import { useRequests } from '../../lib/outbox/use-outbox.ts';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { Byline } from './byline.tsx';
import { commentsText, countComments } from './comments-text.ts';
import styles from './folded-question.module.css';
import { ModerationSigns } from './moderation/moderation-signs.tsx';
import { SolvedSign } from './solved-sign.tsx';
import { UnreadSign } from './news/unread-sign.tsx';

/** More than two lines on the widest screen, in characters. */
const shownLength = 280;

/**
 * A question as a row of the list. A click unfolds it in place; before hydration, or with a modifier key or
 * middle button, it links to the question's page.
 */
export function FoldedQuestion({
  question,
  address,
  takesFocus,
  fresh,
  onUnfold,
}: {
  question: Question;
  /** New comments that are not shown yet. */
  fresh: number;
  /** The question's page. */
  address: string;
  takesFocus: boolean;
  onUnfold: () => void;
}) {
  const { _id: id } = question;
  const isHydrated = useIsHydrated();
  const waiting = useRequests(subjects.question(id));
  const unread = (question.unread ?? 0) + fresh;
  return (
    <article id={`question-${id}`} className={styles['question']}>
      <h3 className={styles['beginning']}>
        <Link
          ref={takesFocus ? focusInPlace : null}
          to={address}
          className={styles['link']}
          aria-expanded={isHydrated ? false : undefined}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
            event.preventDefault();
            onUnfold();
          }}
        >
          {beginningOf(plainTextOf(question.question, question.html), shownLength)}
        </Link>
      </h3>
      <p className={styles['by']}>
        {unread > 0 && (
          <>
            <UnreadSign count={unread} />{' '}
          </>
        )}
        <Byline author={question.author} isAnonymous={question.anonymous === true} />
        <span> · </span>
        <TimeAgo value={question.createdAt} />
        <span>{` · ${commentsText(countComments(question))}`}</span>
        {question.solution !== undefined && (
          <>
            {' '}
            <SolvedSign />
          </>
        )}
        <ModerationSigns pinned={question.pinned} locked={question.locked} />
        <span>{`${question.isMuted ? ' · Muted' : ''}${waiting.length > 0 ? ' · not sent yet' : ''}`}</span>
      </p>
    </article>
  );
}
