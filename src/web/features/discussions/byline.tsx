import type { Question } from '#contract/discussions';
import styles from './byline.module.css';

const titles = { student: null, mentor: 'Mentor', administrator: 'Academy' } as const;

/** The author of a question or comment: name, role, and whether they are online. */
export function Byline({ author }: { author: Question['author'] }) {
  const title = titles[author.role];
  return (
    <span className={styles['byline']}>
      <span className={styles['name']}>{author.name}</span>
      {title !== null && <span className={styles['title']}>{title}</span>}
      {author.online && (
        <span className={styles['online']} title="Online">
          <span className="visually-hidden">online</span>
        </span>
      )}
    </span>
  );
}
