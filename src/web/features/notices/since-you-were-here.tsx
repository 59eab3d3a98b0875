import { Link } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { NoticeItem } from '#contract/notices/calls';
import type { Call } from '../../lib/calls/client.ts';
import { toResult, valueOf } from '../../lib/calls/deferred.ts';
import { unreadOf, useUnreadNotices } from '../../lib/unread-notices.ts';
import { Card } from '../../ui/card.tsx';
import { Row, Small } from '../../ui/layout.tsx';
import { NoticeList } from './notice-list.tsx';
import styles from './notice-list.module.css';

/** A dashboard shows the newest few that are no announcements, of the newest ten. */
const shownAtOnce = 3;
const lookedThrough = 10;

/** Without announcements, which have their own line; none if reading fails. */
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
      <Row gap={3}>
        <Small as="h2" id="since-you-were-here">
          New since your last visit
        </Small>
        <Link to="/notices">
          <Small as="span">{more > 0 ? `All notices, ${more} more new` : 'All notices'}</Small>
        </Link>
      </Row>
      <NoticeList user={user} notices={news} />
    </Card>
  );
}
