import { useState } from 'react';
import type { Question } from '#contract/forum/calls';
import { Button } from '../../../ui/button.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { countOf } from '../../../ui/format-number.ts';
import { MoreButton } from '../../../ui/more-button.tsx';
import type { QueuedRequest } from '../../../lib/outbox/queued-request.ts';
import { useMore } from '../../../lib/use-more.ts';
import { CommentEntry, type CommentActions } from './comment-entry.tsx';
import { withWords } from '../discussion-states.tsx';
import { countComments } from '../comments-text.ts';
import { ModerateButton } from '../moderation/moderate-button.tsx';
import { ReportButton, type Report } from '../moderation/report-button.tsx';
import { MoreMenu } from '../more-menu.tsx';
import styles from '../post.module.css';
import { Solution } from './solution.tsx';
import { UndoNote } from '../moderation/undo-note.tsx';
import { WaitingAnswer } from '../news/waiting-note.tsx';

type Comment = Question['comments'][number];

type OnReport = (comment: string, ...report: Parameters<Report>) => ReturnType<Report>;

type OnHide = (comment: string, reason: string, idempotencyKey: string) => Promise<void>;

/** Longer lists are collapsed, so that a long discussion does not push down the next question. */
const maxExpanded = 10;
const maxCollapsed = 5;

/** Optimistic comments have no id from the server until the next load. */
const isStored = ({ id }: { id: string }) => /^\d+$/.test(id);

/** Comments without a server id are the newest. */
const placeOf = (comment: Comment) => (isStored(comment) ? Number(comment.id) : Infinity);

/**
 * The answer, the others (oldest first), then those in the outbox.
 * @param onMarkAnswer null as argument unmarks; null without permission
 * @param announceTo the batch to which staff may announce the answer; null for students
 * @param own actions on the reader's own comments
 * @param onReport null for staff
 * @param onHide null for students
 */
export function CommentList({
  question,
  waiting,
  onShowEarlier,
  onMarkAnswer,
  announceTo,
  own,
  onReport,
  onHide,
}: {
  question: Question;
  waiting: readonly QueuedRequest[];
  onShowEarlier: (question: Question) => Promise<void>;
  onMarkAnswer: ((comment: string | null) => void) | null;
  announceTo: string | null;
  own: CommentActions;
  onReport: OnReport | null;
  onHide: OnHide | null;
}) {
  const { solution } = question;
  const comments = question.comments.filter(({ id }) => id !== solution?.id);
  const [isUnfolded, setUnfolded] = useState(comments.length <= maxExpanded);
  const markText = solution === undefined ? 'Mark as answer' : 'Mark as answer instead';
  const [deleted, setDeleted] = useState<readonly Comment[]>([]);
  const shown = isUnfolded ? comments : comments.slice(-maxCollapsed);
  const earlier = countComments(question) - shown.length - (solution === undefined ? 0 : 1);
  const more = useMore(earlier > 0, () => (isUnfolded ? onShowEarlier(question) : setUnfolded(true)));
  const there = new Set(question.comments.map(({ id }) => id));
  const gone = deleted.filter(({ id }) => !there.has(id));
  if (comments.length + waiting.length + gone.length === 0 && solution === undefined) return null;
  const remove = (comment: Comment) => {
    setDeleted((now) => [...now.filter(({ id }) => id !== comment.id), comment]);
    own.onDelete(comment);
  };
  const forget = (comment: Comment, hadFocus: boolean) => {
    setDeleted((now) => now.filter(({ id }) => id !== comment.id));
    if (hadFocus) own.onFocusLost();
  };
  const inOrder = [...shown, ...gone].toSorted((one, other) => placeOf(one) - placeOf(other));
  const menuOf = ({ id, can }: Comment) => {
    if (!isStored({ id })) return false;
    const button =
      onHide === null ? (
        onReport !== null &&
        can === undefined && (
          <ReportButton noun="comment" onReport={(reason, key) => onReport(id, reason, key)} />
        )
      ) : (
        <ModerateButton
          action="hide"
          noun="comment"
          onModerate={(_, reason, key) => onHide(id, reason, key)}
        />
      );
    return button && <MoreMenu label="More for this comment">{button}</MoreMenu>;
  };
  return (
    <Stack gap={3}>
      {solution !== undefined && (
        <Solution
          question={question}
          solution={solution}
          onUnmark={onMarkAnswer && (() => onMarkAnswer(null))}
          announceTo={announceTo}
          own={own}
          onDelete={remove}
          menu={menuOf(solution)}
        />
      )}
      <MoreButton more={withWords(more)} variant="quiet" small>
        {`Show ${countOf(earlier, 'earlier comment')}`}
      </MoreButton>
      <ul className={styles['comments']}>
        {inOrder.map((comment) => (
          <li key={comment.id}>
            {gone.includes(comment) ? (
              <UndoNote
                text="Deleted."
                takesFocus
                onUndo={() => own.onUndoDelete(comment)}
                onEnd={(hadFocus) => forget(comment, hadFocus)}
              />
            ) : (
              <CommentEntry comment={comment} own={own} onDelete={remove} isQuiet>
                {onMarkAnswer !== null && isStored(comment) && (
                  <Button variant="quiet" small onClick={() => onMarkAnswer(comment.id)}>
                    {markText}
                  </Button>
                )}
                {menuOf(comment)}
              </CommentEntry>
            )}
          </li>
        ))}
        {waiting.map((request) => (
          <WaitingAnswer key={request.id} request={request} />
        ))}
      </ul>
    </Stack>
  );
}
