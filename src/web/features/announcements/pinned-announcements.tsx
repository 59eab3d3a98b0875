import { useEffect } from 'react';
import type { CurrentUser } from '#contract/accounts';
import type { Announcement } from '#contract/announcements';
import type { Call } from '../../lib/client.ts';
import { toResult, valueOf } from '../../lib/deferred.ts';
import { seeAnnouncement } from '../../lib/unread-notices.ts';
import { Card } from '../../ui/card.tsx';
import { LinkedText } from '../../ui/linked-text.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { Day } from '../../ui/time.tsx';
import styles from './announcements.module.css';

/**
 * What is pinned for a student: nothing is asked where the session says that there is nothing, and what cannot be read is left
 * out.
 */
export async function readPinned(call: Call, user: CurrentUser): Promise<readonly Announcement[]> {
  if (user.role !== 'student' || !user.announced || user.confirmation === 'needed') return [];
  return valueOf(await toResult(call('listAnnouncements', { params: { s_id: user.account } }))) ?? [];
}

/** What a mentor announced to the batch, until its day. Standing there it is seen. */
export function PinnedAnnouncements({
  user,
  announcements,
}: {
  user: CurrentUser;
  announcements: readonly Announcement[];
}) {
  useEffect(() => {
    // Nobody waits for it: one that cannot be noted now is noted the next time it stands there.
    for (const { id, is_seen } of announcements)
      if (!is_seen) seeAnnouncement(user, id).catch(() => undefined);
  }, [user, announcements]);
  if (announcements.length === 0) return null;
  return (
    <section id="announcements" aria-label="Announcements" className={styles['pinned']}>
      {announcements.map(({ id, text, author, created_at, pinned_until }) => (
        <Card key={id} as="article" className={styles['announcement']}>
          <h2 className={styles['title']}>
            Announcement of {author}, <TimeAgo value={created_at} />
          </h2>
          <p className={styles['text']}>
            <LinkedText text={text} />
          </p>
          <p className={styles['until']}>
            Pinned until <Day value={pinned_until} />
          </p>
        </Card>
      ))}
    </section>
  );
}
