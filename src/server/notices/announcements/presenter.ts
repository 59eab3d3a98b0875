import type {
  Announcement,
  PlannedAnnouncement,
  SentAnnouncement,
} from '#contract/notices/announcement-calls';
import { isoInstant } from '#contract/dates';
import { shownName } from '#contract/accounts/person-name';
import { markdownHtml } from '../../platform/markdown/markdown-html.ts';
import type { PinnedRow, PlannedRow, SentRow } from './queries.ts';

function words(row: PinnedRow | SentRow | PlannedRow) {
  const html = markdownHtml(row.text);
  return {
    id: String(row.id),
    text: row.text,
    ...(html !== null && { text_html: html }),
    author: shownName(row.authorName),
    pinned_until: isoInstant(row.pinnedUntil),
    ...(row.day !== null && { day: row.day }),
  };
}

export function presentPlanned(row: PlannedRow): PlannedAnnouncement {
  return { ...words(row), publish_at: isoInstant(row.publishAt) };
}

function common(row: PinnedRow | SentRow) {
  return {
    ...words(row),
    created_at: isoInstant(row.createdAt),
    ...(row.edits > 0 && { edited: true as const }),
  };
}

export function presentAnnouncement(row: PinnedRow): Announcement {
  return { ...common(row), is_seen: row.seenBy !== null };
}

/** Later members of the batch may see it too, so `seen_by` is capped at `told`. */
export function presentSentAnnouncement(row: SentRow): SentAnnouncement {
  return { ...common(row), seen_by: Math.min(row.seenBy, row.told), told: row.told };
}
