import { Link } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { NoticeItem } from '#contract/notices/calls';
import { readNotices } from '../../lib/unread-notices.ts';
import { Small } from '../../ui/layout.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './notice-list.module.css';

/** Following a link marks its notice as read. */
export function NoticeList({ user, notices }: { user: CurrentUser; notices: readonly NoticeItem[] }) {
  return (
    <ul className={styles['list']}>
      {notices.map(({ id, text, href, created_at, is_read }) => (
        <li key={id} className={classNames(styles['notice'], !is_read && styles['new'])}>
          <Link
            to={href}
            className={styles['text']}
            onClick={() => {
              if (!is_read) readNotices(user, { id }).catch(() => undefined);
            }}
          >
            {text}
          </Link>
          <Small>
            {!is_read && <span className={styles['mark']}>New</span>}
            <TimeAgo value={created_at} />
          </Small>
        </li>
      ))}
    </ul>
  );
}
