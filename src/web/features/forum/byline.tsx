import type { Question } from '#contract/forum/calls';
import styles from './byline.module.css';

/** Who has written without a name, as the server tells classmates. */
const anonymousName = 'Anonymous';

const titles = { student: null, mentor: 'Mentor', administrator: 'Academy' } as const;

/** The arch with a tick: drawn from the role that the server tells, so that no name, whatever stands in it, has one. */
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

/**
 * The author of a question or comment: name, the badge of staff, and whether they are online.
 * @param isAnonymous whether the post has no name for classmates: who sees one is reminded of it
 */
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
      {isHidden && <span className={styles['hidden']}>anonymous to classmates</span>}
      {title !== null && <StaffBadge title={title} />}
      {author.online && (
        <span className={styles['online']} title="Online">
          <span className="visually-hidden">online</span>
        </span>
      )}
    </span>
  );
}
