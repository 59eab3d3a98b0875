import { useEffect } from 'react';
import type { CurrentUser } from '#contract/accounts/calls';
import type { Announcement } from '#contract/notices/announcement-calls';
import { firstLine } from '#contract/excerpt';
import { batchKey } from '#contract/limits';
import { plainTextOf } from '#contract/plain-text';
import type { Call } from '../../lib/calls/client.ts';
import { toResult, valueOf } from '../../lib/calls/deferred.ts';
import { onceInView, seeAnnouncement } from '../../lib/unread-notices.ts';
import { Card } from '../../ui/card.tsx';
import { Markdown } from '../../ui/markdown.tsx';
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

/** What is pinned in the forum of a batch: a student's own, or one of staff's, whom nothing counts. */
export async function readPinnedInForum(
  call: Call,
  user: CurrentUser,
  batch: string,
): Promise<readonly Announcement[]> {
  const isOwn = user.batch !== null && batchKey(user.batch) === batchKey(batch);
  if (user.role === 'student') return isOwn ? readPinned(call, user) : [];
  const name = user.batches.find((one) => batchKey(one) === batchKey(batch));
  if (name === undefined) return [];
  const sent = valueOf(await toResult(call('listBatchAnnouncements', { params: { batch: name } }))) ?? [];
  return sent.map(({ id, text, text_html, author, created_at, pinned_until }) => {
    const html = text_html === undefined ? {} : { text_html };
    return { id, text, ...html, author, created_at, pinned_until, is_seen: true };
  });
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
    const fresh = announcements.filter(({ is_seen }) => !is_seen);
    if (fresh.length === 0) return;
    return onceInView(async () => {
      for (const { id } of fresh) await seeAnnouncement(user, id);
    });
  }, [user, announcements]);
  if (announcements.length === 0) return null;
  return (
    <section id="announcements" aria-label="Announcements" className={styles['pinned']}>
      {announcements.map(({ id, text, text_html, author, created_at, pinned_until }) => (
        <Card key={id} className={styles['announcement']}>
          <h2 className={styles['title']}>
            <span>{`From ${author}, `}</span>
            <TimeAgo value={created_at} />
            <span>, pinned until </span>
            <Day value={pinned_until} />
          </h2>
          <div className={styles['text']}>
            <Markdown text={text} html={text_html} />
          </div>
        </Card>
      ))}
    </section>
  );
}

/** The same in one line each, where there is work to do: what is opened is seen. */
export function FoldedAnnouncements({
  user,
  announcements,
}: {
  user: CurrentUser;
  announcements: readonly Announcement[];
}) {
  if (announcements.length === 0) return null;
  return (
    <section aria-label="Announcements" className={styles['pinned']}>
      {announcements.map(({ id, text, text_html, author, pinned_until, is_seen }) => (
        <details
          key={id}
          className={styles['folded']}
          onToggle={({ currentTarget }) => {
            if (currentTarget.open && !is_seen) seeAnnouncement(user, id).catch(() => undefined);
          }}
        >
          <summary>{`${author}: ${firstLine(plainTextOf(text, text_html))}`}</summary>
          <div className={styles['text']}>
            <Markdown text={text} html={text_html} />
          </div>
          <p className={styles['until']}>
            Pinned until <Day value={pinned_until} />
          </p>
        </details>
      ))}
    </section>
  );
}
