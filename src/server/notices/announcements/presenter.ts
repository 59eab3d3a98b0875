import type { Announcement, SentAnnouncement } from '#contract/notices/announcement-calls';
import { isoInstant } from '#contract/dates';
import { shownName } from '#contract/accounts/person-name';
import { markdownHtml } from '../../platform/markdown/markdown-html.ts';
import type { PinnedRow, SentRow } from './queries.ts';

function common(row: PinnedRow | SentRow) {
  const html = markdownHtml(row.text);
  return {
    id: String(row.id),
    text: row.text,
    ...(html !== null && { text_html: html }),
    author: shownName(row.authorName),
    created_at: isoInstant(row.createdAt),
    pinned_until: isoInstant(row.pinnedUntil),
  };
}

export function presentAnnouncement(row: PinnedRow): Announcement {
  return { ...common(row), is_seen: row.seenBy !== null };
}

/** Whoever came into the batch since may have seen it, too: never more of them than there were told of it. */
export function presentSentAnnouncement(row: SentRow): SentAnnouncement {
  return { ...common(row), seen_by: Math.min(row.seenBy, row.told), told: row.told };
}
