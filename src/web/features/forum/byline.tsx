import type { Question } from '#contract/forum/calls';
import styles from './byline.module.css';

/** The name classmates see for anonymous posts. */
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

/**
 * The author's name, staff badge and online status.
 * @param isAnonymous hidden from classmates; a reader who sees the name is reminded
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
