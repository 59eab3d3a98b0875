import { Link } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { NoticeItem } from '#contract/notices/calls';
import type { Call } from '../../lib/calls/client.ts';
import { toResult, valueOf } from '../../lib/calls/deferred.ts';
import { unreadOf, useUnreadNotices } from '../../lib/unread-notices.ts';
import { Card } from '../../ui/card.tsx';
import { NoticeList } from './notice-list.tsx';
import styles from './since-you-were-here.module.css';

/** So many of the newest stand on a dashboard, of as many that are looked through. */
const shownAtOnce = 3;
const lookedThrough = 10;

/**
 * What happened since the student was here, for a dashboard: nothing is asked where nothing is new, and what cannot be read is
 * left out. Announcements are pinned there anyway.
 */
export async function readNews(call: Call, user: CurrentUser): Promise<readonly NoticeItem[]> {
  if (unreadOf(user) === 0) return [];
  const query = { unread: 'true', limit: lookedThrough };
  const page = valueOf(await toResult(call('listNotices', { query })));
  return (page?.notices ?? []).filter(({ kind }) => kind !== 'announcement').slice(0, shownAtOnce);
}

export function SinceYouWereHere({ user, news }: { user: CurrentUser; news: readonly NoticeItem[] }) {
  const unread = useUnreadNotices(user);
  if (news.length === 0) return null;
  const more = unread - news.length;
  return (
    <Card as="section" aria-labelledby="since-you-were-here" className={styles['news']}>
      <h2 id="since-you-were-here" className={styles['title']}>
        New since your last visit
      </h2>
      <NoticeList user={user} notices={news} />
      <p>
        <Link to="/notices" className={styles['all']}>
          {more > 0 ? `All notices, ${more} more new` : 'All notices'}
        </Link>
      </p>
    </Card>
  );
}
