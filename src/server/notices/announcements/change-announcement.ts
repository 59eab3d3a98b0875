import * as calls from '#contract/notices/announcement-calls';
import { ownBatchOf } from '../../accounts/policy.ts';
import { studentsToNotify } from '../../accounts/queries.ts';
import { act } from '../../accounts/sessions/act.ts';
import { setAnnouncedUntil } from '../../courses/batch-queries.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { parseId } from '../../platform/parse-id.ts';
import { localText } from '../../platform/zoned-time.ts';
import { notify, readersOf, updateNoticeText, withdraw } from '../notify.ts';
import { presentSentAnnouncement } from './presenter.ts';
import {
  aboutOf,
  announcementOf,
  editedMeanwhile,
  eventOf,
  noticeText,
  pinnedUntilOf,
} from './publish-announcement.ts';
import { lastPinnedDay, pinnedIn, type SentRow } from './queries.ts';

/** Until the transaction ends. @throws 404 for one that is not pinned */
async function lockPinned(
  writer: Writer,
  { batchId, announcement, now }: { batchId: number; announcement: string; now: number },
): Promise<SentRow> {
  const id = parseId(announcement) ?? 0;
  await writer
    .updateTable('announcements')
    .set((row) => ({ text: row.ref('text') }))
    .where('id', '=', id)
    .where('batch_id', '=', batchId)
    .execute();
  const row = (await pinnedIn(writer, { batchId, now })).find((one) => one.id === id);
  if (row === undefined) throw httpErrors.notFound('There is no such announcement.');
  return row;
}

type Rewording = {
  row: SentRow;
  edits: number;
  text: string;
  editor: string;
  batch: { id: number; name: string };
};

/** Students who had seen the former words, or were mailed them, are told; unread notices get the new ones. */
async function notifyOfEdit(
  writer: Writer,
  { row, edits, text, editor, batch }: Rewording,
  { now, settings }: { now: number; settings: AppContext['settings'] },
): Promise<void> {
  const viewers = await writer
    .deleteFrom('announcement_views')
    .where('announcement_id', '=', row.id)
    .returning('account_id')
    .execute();
  const events = Array.from({ length: edits }, (_, edit) => eventOf(row.id, edit));
  const announced = noticeText(row.authorName, 'announces', text);
  const reworded = noticeText(editor, 'edited an announcement', text);
  for (const [edit, event] of events.entries()) {
    const words = edit === 0 ? announced : reworded;
    await updateNoticeText(writer, { kind: 'announcement', event, text: words });
  }
  // After the locks of the update: mails that were being sent have the former words.
  const noticed = await readersOf(writer, { kind: 'announcement', events });
  const had = new Set([...viewers.map(({ account_id }) => account_id), ...noticed]);
  const present = await studentsToNotify(writer, batch.id, settings);
  await notify(writer, {
    kind: 'announcement',
    event: eventOf(row.id, edits),
    accounts: present.filter((account) => had.has(account)),
    ...aboutOf(row.id, batch.name),
    text: reworded,
    now,
  });
}

/**
 * Other words, or another day, count as unseen and are told to students who had seen the former ones, or were mailed
 * them. Without `began`, `original` is the text that the editor saw.
 */
export const editAnnouncement = act(calls.editAnnouncement, {
  who: ownBatchOf,
  key: {
    kind: 'announcement-edit',
    content: ({ resource: { batch }, params: { id }, body: { text, until, day } }) => [
      batch.id,
      id,
      text,
      until,
      ...(day === undefined ? [] : [day]),
    ],
  },
  changes: {
    async stored(writer, { context: { settings }, resource: { batch }, params: { id: announcement }, now }) {
      const row = await lockPinned(writer, { batchId: batch.id, announcement, now });
      const until = localText(row.pinnedUntil, settings.academyZone).slice(0, 10);
      return { text: row.text, until, day: row.day, row };
    },
    message: editedMeanwhile,
    refuses: ({ original }, { text }) => original !== undefined && original !== text,
    current: (_writer, _request, { row }) => presentSentAnnouncement(row),
  },
  audit: 'edit-announcement',
  async run(writer, { context: { settings }, resource: { batch, viewer }, body, stored, now }) {
    const { text, until, day } = body;
    const { row } = stored;
    const pinned_until = pinnedUntilOf(until, now, settings.academyZone);
    const isReworded = text !== row.text || (day !== undefined && day !== row.day);
    const edits = row.edits + (isReworded ? 1 : 0);
    await writer
      .updateTable('announcements')
      .set({
        text,
        pinned_until,
        edits,
        ...(day !== undefined && { day }),
        ...(isReworded && { seen_by: 0 }),
      })
      .where('id', '=', row.id)
      .execute();
    await setAnnouncedUntil(writer, batch.id, await lastPinnedDay(writer, batch.id, now));
    if (isReworded)
      await notifyOfEdit(writer, { row, edits, text, editor: viewer.name, batch }, { now, settings });
    const of = { announcement: row.id, text: row.text, until: stored.until };
    return {
      id: row.id,
      audit: {
        subject: batch.name,
        before: { ...of, ...(day !== undefined && { day: row.day }) },
        after: { text, until, ...(day !== undefined && { day }) },
      },
    };
  },
  answer: async (reader, _, id) => presentSentAnnouncement(await announcementOf(reader, id)),
});

/** Unsent mails are cancelled; the row and the audit line stay. */
export const withdrawAnnouncement = act(calls.withdrawAnnouncement, {
  who: ownBatchOf,
  key: {
    kind: 'announcement-withdrawal',
    content: ({ resource: { batch }, params: { id } }) => [batch.id, id],
  },
  changes: {
    async stored(writer, { resource: { batch }, params: { id } }) {
      const row = await writer
        .updateTable('announcements')
        .set((of) => ({ text: of.ref('text') }))
        .where('id', '=', parseId(id) ?? 0)
        .where('batch_id', '=', batch.id)
        .where('withdrawn_at', 'is', null)
        .returning(['id', 'text', 'edits'])
        .executeTakeFirst();
      if (row === undefined) throw httpErrors.notFound('There is no such announcement.');
      return { text: row.text, row };
    },
    seen: ['text'],
    message: 'This announcement was edited in the meantime. It is not withdrawn yet.',
    current: async (writer, _, { row }) => presentSentAnnouncement(await announcementOf(writer, row.id)),
  },
  audit: 'withdraw-announcement',
  async run(writer, { resource: { batch, viewer }, stored: { row }, now }) {
    await writer.updateTable('announcements').set({ withdrawn_at: now }).where('id', '=', row.id).execute();
    await setAnnouncedUntil(writer, batch.id, await lastPinnedDay(writer, batch.id, now));
    for (let edit = 0; edit <= row.edits; edit++)
      await withdraw(writer, { kind: 'announcement', event: eventOf(row.id, edit), now });
    return {
      id: viewer.accountId,
      audit: { subject: batch.name, before: { announcement: row.id, text: row.text } },
    };
  },
});
