import { shownName } from '#contract/accounts/person-name';
import { isoInstant } from '#contract/dates';
import { listVivaMessages, noteVivaMessage, shownMessages } from '#contract/vivas/message-calls';
import type { VivaMessages } from '#contract/vivas/message-calls';
import { accountsAs, activeStudentsAs, studentsAs } from '../accounts/queries.ts';
import { act, read } from '../accounts/sessions/act.ts';
import type { Batch } from '../courses/batch-queries.ts';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { addressSentence, whatsApp } from '../platform/portal-link.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { vivaTimesAs } from '../progress/time/viva-times.ts';
import { officeBatch } from '../results/result-rule.ts';
import { officeStudent } from './place-viva.ts';
import { cancelledWords, timeWords } from './viva-words.ts';

/** Told times to come, not sent ones first. */
export const messagesOfBatch = compiledQuery((db, p: { batchId: number; now: number; limit: number }) =>
  db
    .selectFrom(vivaTimesAs('time'))
    .innerJoin(activeStudentsAs('student'), 'student.id', 'time.account_id')
    .innerJoin(studentsAs('contact'), 'contact.id', 'time.account_id')
    .leftJoin('viva_messages as message', (on) =>
      on
        .onRef('message.account_id', '=', 'time.account_id')
        .onRef('message.purpose', '=', 'time.purpose')
        .onRef('message.told', '=', 'time.told'),
    )
    .leftJoin(accountsAs('sender'), 'sender.id', 'message.sent_by')
    .where('time.batch_id', '=', p.batchId)
    .where('time.purpose', '=', 'viva')
    .where('time.starts_at', '>=', p.now)
    .orderBy((by) => by.case().when('message.sent_at', 'is', null).then(0).else(1).end())
    .orderBy('time.starts_at')
    .orderBy('time.account_id')
    .limit(p.limit)
    .select(['student.email', 'student.name', 'contact.phone', 'time.starts_at as startsAt', 'time.room'])
    .select(['time.link', 'time.told', 'time.cancelled_at as cancelledAt'])
    .select(['message.sent_at as sentAt', 'sender.name as sender']),
);
type MessageRow = Awaited<ReturnType<typeof messagesOfBatch>>[number];

export const countMessages = compiledQuery((db, p: { batchId: number; now: number }) =>
  db
    .selectFrom(vivaTimesAs('time'))
    .innerJoin(activeStudentsAs('student'), 'student.id', 'time.account_id')
    .leftJoin('viva_messages as message', (on) =>
      on
        .onRef('message.account_id', '=', 'time.account_id')
        .onRef('message.purpose', '=', 'time.purpose')
        .onRef('message.told', '=', 'time.told'),
    )
    .where('time.batch_id', '=', p.batchId)
    .where('time.purpose', '=', 'viva')
    .where('time.starts_at', '>=', p.now)
    .select(({ fn }) => [
      fn.countAll<number>().as('students'),
      fn.count<number>('message.account_id').as('sent'),
    ]),
);

function words(row: MessageRow, settings: Settings): string {
  const { academyName, academyZone: zone } = settings;
  const hello = `Hello ${shownName(row.name)}, this is ${academyName}.`;
  if (row.cancelledAt !== null) return `${hello} ${cancelledWords(row, zone)}.${addressSentence(settings)}`;
  const lead = row.told === 1 ? 'Your viva' : 'Your viva has another time or place';
  const meeting = row.link === null ? '' : ` Open the meeting: ${row.link}`;
  return `${hello} ${lead}: ${timeWords(row, zone)}.${meeting}${addressSentence(settings)}`;
}

async function presentMessages(
  reader: Reader | Writer,
  batch: Batch,
  { settings, now }: { settings: Settings; now: number },
): Promise<VivaMessages> {
  const of = { batchId: batch.id, now };
  const rows = await messagesOfBatch(reader, { ...of, limit: shownMessages });
  const [counts] = await countMessages(reader, of);
  return {
    batch: batch.name,
    students: Number(counts?.students ?? 0),
    sent: Number(counts?.sent ?? 0),
    messages: rows.map((row) => ({
      student: { s_id: row.email, s_name: shownName(row.name) },
      starts_at: isoInstant(row.startsAt),
      room: row.room,
      is_cancelled: row.cancelledAt !== null,
      told: row.told,
      ...whatsApp(settings, row.phone, words(row, settings)),
      sent: row.sentAt === null ? null : { by: shownName(row.sender ?? ''), at: isoInstant(row.sentAt) },
    })),
  };
}

export const messageCalls = [
  read(listVivaMessages, {
    who: officeBatch,
    run: ({ context: { database, clock, settings }, resource: { batch } }) =>
      presentMessages(database.reader, batch, { settings, now: clock.now() }),
  }),

  act(noteVivaMessage, {
    who: officeStudent,
    audit: 'note-viva-message',
    async run(writer, { resource: { batch, viewer, student }, body: { told, sent }, now }) {
      const { accountId } = student;
      const time = await writer
        .selectFrom(vivaTimesAs('time'))
        .where('time.account_id', '=', accountId)
        .where('time.purpose', '=', 'viva')
        .where('time.batch_id', '=', batch.id)
        .select('time.told')
        .executeTakeFirst();
      if (time === undefined) throw httpErrors.notFound('This student has been told no time in this batch.');
      if (time.told !== told)
        throw httpErrors.conflict('The student has been told another time since. Reload the page.');
      const of = { account_id: accountId, purpose: 'viva' } as const;
      const before = await writer
        .selectFrom('viva_messages')
        .where('account_id', '=', accountId)
        .where('purpose', '=', of.purpose)
        .select('told')
        .executeTakeFirst();
      const isSent = before?.told === told;
      if (isSent === sent) return { id: accountId };
      await writer
        .deleteFrom('viva_messages')
        .where('account_id', '=', accountId)
        .where('purpose', '=', of.purpose)
        .execute();
      if (sent)
        await writer
          .insertInto('viva_messages')
          .values({ ...of, told, sent_by: viewer.accountId, sent_at: now })
          // Of two who write at this moment, the first one is named.
          .onConflict((on) => on.doNothing())
          .execute();
      return {
        id: accountId,
        audit: {
          subject: student.email,
          aboutId: accountId,
          before: { sent: isSent },
          after: { sent },
        },
      };
    },
    answer: (reader, { context: { clock, settings }, resource: { batch } }) =>
      presentMessages(reader, batch, { settings, now: clock.now() }),
  }),
];
