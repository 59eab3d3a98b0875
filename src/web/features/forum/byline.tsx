import type { Question } from '#contract/forum/calls';
import { TimeAgo } from '../../ui/time-ago.tsx';
import styles from './byline.module.css';
import { CommentsSign, ModerationSigns, SolvedSign, UnreadSign } from './signs.tsx';

const anonymousName = 'Anonymous';

const titles = { student: null, mentor: 'Mentor', administrator: 'Academy' } as const;

/** Drawn from the role that the server sends, so no name can imitate it. */
function StaffBadge({ title }: { title: string }) {
  return (
    <span className={styles['badge']}>
      <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
        <path d="M1 13V7a6 6 0 0 1 12 0v6z" fill="currentColor" />
        <path d="m4 7.8 2.2 2.2L10 6" className={styles['tick']} fill="none" strokeWidth="1.8" />
      </svg>
      <span>{title}</span>
    </span>
  );
}

/** @param isAnonymous hidden from classmates; a reader who sees the name is reminded */
export function Byline({
  author,
  isAnonymous = false,
}: {
  author: Question['author'];
  isAnonymous?: boolean;
}) {
  const isHidden = isAnonymous && author.name !== anonymousName;
  const title = titles[author.role];
  return (
    <span className={styles['byline']}>
      <span className={styles['name']}>{author.name}</span>
      {isHidden && (
        <span className={styles['hidden']}>
          anonymous<span> to classmates</span>
        </span>
      )}
      {title !== null && <StaffBadge title={title} />}
      {author.online && (
        <span className={styles['online']} title="Online">
          <span className="visually-hidden">online</span>
        </span>
      )}
    </span>
  );
}

/** A question of a list in one line: without room, the time goes first, then the end of the name. */
export function QuestionLine({
  question,
  isAnonymous = false,
  unread,
  isSolved,
  comments,
  note,
}: {
  question: Pick<Question, 'author' | 'createdAt' | 'pinned' | 'locked'>;
  isAnonymous?: boolean;
  unread: number;
  isSolved: boolean;
  comments: number;
  /** Begins with its separator. */
  note: string;
}) {
  return (
    <p className={styles['line']}>
      <span className={styles['facts']}>
        {unread > 0 && <UnreadSign count={unread} />}
        {isSolved && <SolvedSign />}
        <ModerationSigns pinned={question.pinned} locked={question.locked} />
        <Byline author={question.author} isAnonymous={isAnonymous} />
        <CommentsSign count={comments} />
        {note !== '' && <span>{note}</span>}
      </span>
      <span>
        {' · '}
        <TimeAgo value={question.createdAt} />
      </span>
    </p>
  );
}
