import { useState } from 'react';
import type { CurrentUser } from '#contract/accounts/calls';
import type { Announcement } from '#contract/notices/announcement-calls';
import { firstLine, plainTextOf } from '#contract/excerpt';
import { fillPath } from '#contract/fill-path';
import { paths } from '#contract/paths';
import { batchKey } from '#contract/limits';
import type { Call } from '../../lib/calls/client.ts';
import { toResult, valueOf } from '../../lib/calls/deferred.ts';
import { seeAnnouncement } from '../../lib/unread-notices.ts';
import { Button } from '../../ui/button.tsx';
import { Small, Stack } from '../../ui/layout.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { Day } from '../../ui/time.tsx';
import { formatDay } from '../../ui/time-format.ts';
import styles from './announcements.module.css';

/** None are read if the session says that there are none; empty if reading fails. */
export async function readPinned(call: Call, user: CurrentUser): Promise<readonly Announcement[]> {
  if (user.role !== 'student' || !user.announced || user.confirmation === 'needed') return [];
  return valueOf(await toResult(call('listAnnouncements', { params: { s_id: user.account } }))) ?? [];
}

/** Staff are not counted as readers. */
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
  return sent.map(({ seen_by: _seen, told: _told, ...one }) => ({ ...one, is_seen: true }));
}

/** The same in every zone. */
export function AnnouncedDay({ day }: { day: string | undefined }) {
  if (day === undefined) return null;
  return (
    <>
      <span>Date: </span>
      <time dateTime={day}>{formatDay(Date.parse(day), { name: 'UTC' })}</time>
      <span>. </span>
    </>
  );
}

/** Opening it marks it as seen. */
function FoldedAnnouncement({
  announcement,
  user,
  onOpen,
}: {
  announcement: Announcement;
  user: CurrentUser;
  onOpen: () => void;
}) {
  const { id, text, text_html, author, pinned_until, edited, day } = announcement;
  return (
    <details onToggle={({ currentTarget }) => currentTarget.open && onOpen()}>
      <summary>
        <strong>{author}</strong>
        <span>{`: ${firstLine(plainTextOf(text, text_html))}`}</span>
      </summary>
      <div className={styles['text']}>
        <Markdown text={text} html={text_html} />
      </div>
      <Small>
        <AnnouncedDay day={day} />
        {day !== undefined && user.role === 'student' && (
          <>
            <a
              href={`${fillPath(paths.readCalendarEvent.path, { s_id: user.account })}?announcement=${id}`}
              download
            >
              Save to calendar
            </a>
            <span>. </span>
          </>
        )}
        <span>Pinned until </span>
        <Day value={pinned_until} />
        {edited && <span>, edited</span>}
      </Small>
    </details>
  );
}

type Props = { user: CurrentUser; announcements: readonly Announcement[] };

function see(user: CurrentUser, { id, is_seen }: Announcement): void {
  if (!is_seen) seeAnnouncement(user, id).catch(() => undefined);
}

export function PinnedAnnouncements({ user, announcements }: Props) {
  if (announcements.length === 0) return null;
  return (
    <Stack as="section" gap={2} id="announcements" aria-label="Announcements">
      {announcements.map((one) => (
        <div key={one.id} className={styles['line']}>
          <FoldedAnnouncement announcement={one} user={user} onOpen={() => see(user, one)} />
        </div>
      ))}
    </Stack>
  );
}

/** Unread announcements, where there is work to do. A dismissed one is seen, and stays pinned in the forum. */
export function UnreadAnnouncements({ user, announcements }: Props) {
  const [opened, setOpened] = useState<readonly string[]>([]);
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const shown = announcements.filter(
    ({ id, is_seen }) => !dismissed.includes(id) && (!is_seen || opened.includes(id)),
  );
  if (shown.length === 0) return null;
  return (
    <Stack as="section" gap={2} id="announcements" aria-label="Announcements">
      {shown.map((one) => (
        <div key={one.id} className={styles['line']}>
          <FoldedAnnouncement
            announcement={one}
            user={user}
            onOpen={() => {
              if (opened.includes(one.id)) return;
              setOpened([...opened, one.id]);
              see(user, one);
            }}
          />
          <Button
            variant="quiet"
            small
            aria-label={`Dismiss the announcement from ${one.author}`}
            onClick={() => {
              setDismissed([...dismissed, one.id]);
              see(user, one);
            }}
          >
            Dismiss
          </Button>
        </div>
      ))}
    </Stack>
  );
}
