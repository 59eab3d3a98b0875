import type { CurrentUser } from '#contract/accounts/calls';
import { shownUnread } from '#contract/forum/shown-unread';
import { ownForum, useFreshUnread, useUnread } from '../../lib/unread-questions.ts';
import styles from './signed-in-bar.module.css';

/** Nothing for zero. */
export function ForumBadge({ user }: { user: CurrentUser }) {
  const s_id = ownForum(user)?.s_id ?? null;
  useFreshUnread(s_id);
  const count = useUnread(s_id);
  if (count === 0) return null;
  return (
    <>
      {' '}
      <span className={styles['forumCount']}>
        <span>{shownUnread(count)}</span>
        <span className="visually-hidden"> unread</span>
      </span>
    </>
  );
}
