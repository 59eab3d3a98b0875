import { useEffect, useState } from 'react';
import type { CurrentUser } from '#contract/accounts/calls';
import type { Announcement } from '#contract/notices/announcement-calls';
import { firstLine } from '#contract/excerpt';
import { batchKey } from '#contract/limits';
import { plainTextOf } from '#contract/plain-text';
import type { Call } from '../../lib/calls/client.ts';
import { toResult, valueOf } from '../../lib/calls/deferred.ts';
import { onceInView, seeAnnouncement } from '../../lib/unread-notices.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Small, Stack } from '../../ui/layout.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { Day } from '../../ui/time.tsx';
import styles from './announcements.module.css';

/** A student's pinned announcements; none are read if the session says that there are none, or if reading fails. */
export async function readPinned(call: Call, user: CurrentUser): Promise<readonly Announcement[]> {
  if (user.role !== 'student' || !user.announced || user.confirmation === 'needed') return [];
  return valueOf(await toResult(call('listAnnouncements', { params: { s_id: user.account } }))) ?? [];
}

/** The announcements pinned in a batch's forum. Staff are not counted as readers. */
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

/** Pinned announcements in full. They are seen once they have been in view. */
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
    <Stack as="section" gap={3} id="announcements" aria-label="Announcements">
      {announcements.map(({ id, text, text_html, author, created_at, pinned_until }) => (
        <Card key={id} className={styles['announcement']}>
          <Small as="h2">
            <span>{`From ${author}, `}</span>
            <TimeAgo value={created_at} />
            <span>, pinned until </span>
            <Day value={pinned_until} />
          </Small>
          <div className={styles['text']}>
            <Markdown text={text} html={text_html} />
          </div>
        </Card>
      ))}
    </Stack>
  );
}

/**
 * Unread announcements in one line each, where there is work to do. Opening or dismissing one marks it as seen; it stays pinned
 * in the forum.
 */
export function UnreadAnnouncements({
  user,
  announcements,
}: {
  user: CurrentUser;
  announcements: readonly Announcement[];
}) {
  const [opened, setOpened] = useState<readonly string[]>([]);
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const shown = announcements.filter(
    ({ id, is_seen }) => !dismissed.includes(id) && (!is_seen || opened.includes(id)),
  );
  if (shown.length === 0) return null;
  const see = ({ id, is_seen }: Announcement) => {
    if (!is_seen) seeAnnouncement(user, id).catch(() => undefined);
  };
  return (
    <Stack as="section" gap={2} aria-label="Announcements">
      {shown.map((one) => (
        <div key={one.id} className={styles['line']}>
          <details
            onToggle={({ currentTarget }) => {
              if (!currentTarget.open || opened.includes(one.id)) return;
              setOpened([...opened, one.id]);
              see(one);
            }}
          >
            <summary>
              <strong>{one.author}</strong>
              <span>{`: ${firstLine(plainTextOf(one.text, one.text_html))}`}</span>
            </summary>
            <div className={styles['text']}>
              <Markdown text={one.text} html={one.text_html} />
            </div>
            <Small>
              Pinned until <Day value={one.pinned_until} />
            </Small>
          </details>
          <Button
            variant="quiet"
            small
            aria-label={`Dismiss the announcement from ${one.author}`}
            onClick={() => {
              setDismissed([...dismissed, one.id]);
              see(one);
            }}
          >
            Dismiss
          </Button>
        </div>
      ))}
    </Stack>
  );
}
