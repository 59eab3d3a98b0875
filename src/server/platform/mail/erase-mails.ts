import { expressionBuilder, sql } from 'kysely';
import { escapeHtml } from '#contract/escape-html';
import type { Reader, Writer } from '../database/database.ts';
import { rowsAtOnce } from '../database/rows-at-once.ts';
import type { Tables } from '../database/schema.ts';
import { removedWords } from '../database/personal-tables.ts';
import { dayMs, hourMs } from '#contract/durations';
import type { AppContext } from '../context.ts';
import { periodicJob } from '../jobs/job.ts';

const contains = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** For `lower`, which changes only ASCII letters on SQLite and in some locales of PostgreSQL. */
const lowered = (text: string): string[] => [
  text.toLowerCase(),
  text.toUpperCase().replaceAll(/[A-Z]+/g, (ascii) => ascii.toLowerCase()),
];

/** Also mails whose events begin with `events`, and those of `ids`, whatever their address. */
type Erased = { addresses: readonly string[]; events: string; ids?: readonly number[] };

const isErased = ({ addresses, events, ids = [] }: Erased) => {
  const of = expressionBuilder<Tables, 'outbox'>();
  const isNamed = of.or([of('recipient', 'in', [...addresses]), of('event', 'like', `${events}%`)]);
  return ids.length === 0 ? isNamed : of.or([isNamed, of('id', 'in', [...ids])]);
};

const removedRecipient = 'removed';

export async function countMails(database: Reader, mails: Erased): Promise<number> {
  const counted = database
    .selectFrom('outbox')
    .where(isErased(mails))
    .select((of) => of.fn.countAll<number>().as('count'));
  return Number((await counted.executeTakeFirstOrThrow()).count);
}

/** @param but a pattern of events to leave out */
export async function mailsOfEvents(
  database: Reader,
  prefix: string,
  but: string,
): Promise<{ id: number; event: string; recipient: string }[]> {
  return database
    .selectFrom('outbox')
    .where('event', 'like', `${prefix}%`)
    .where('event', 'not like', but)
    .where('recipient', '<>', removedRecipient)
    .select(['id', 'event', 'recipient'])
    .execute();
}

/** Newest first; secret ones without text. */
export async function mailsOf(
  database: Reader,
  addresses: readonly string[],
  { beforeId, limit }: { beforeId: number; limit: number },
) {
  return database
    .selectFrom('outbox')
    .where('recipient', 'in', [...addresses])
    .where('id', '<', beforeId)
    .orderBy('id', 'desc')
    .limit(limit)
    .select(['id', 'recipient', 'subject', 'created_at as createdAt', 'sent_at as sentAt'])
    .select((of) => of.case().when('is_secret', '=', 1).then('').else(of.ref('text')).end().as('text'))
    .execute();
}

/** Cancels unsent ones; rows and events stay. @param now in milliseconds since 1970 UTC */
export async function eraseMails(writer: Writer, of: Erased, now: number): Promise<void> {
  const erased = {
    subject: removedWords,
    text: '',
    html: '',
    sealed: null,
    turn_off_url: null,
    calendar: null,
  };
  const mails = () => writer.updateTable('outbox').where(isErased(of));
  await mails()
    .set({ refused_at: now })
    .where('sent_at', 'is', null)
    .where('refused_at', 'is', null)
    .execute();
  await mails()
    .set({ ...erased, recipient: removedRecipient, last_error: null })
    .execute();
}

/** PostgreSQL: ids are taken before the commit, so a lower one may appear after a higher one. */
const idsInFlight = 1_000;
/** Short queries let others run. */
const idsAtOnce = 1_000;

async function newestMailId(database: Reader): Promise<number> {
  const newest = database.selectFrom('outbox').select((of) => of.fn.max('id').as('id'));
  return Number((await newest.executeTakeFirst())?.id ?? 0);
}

/** @returns ids of mails after an id, and some before it, that contain one of the texts in any case, and the last id searched */
export async function mailsNaming(
  database: Reader,
  texts: readonly string[],
  afterId: number,
): Promise<{ ids: number[]; upTo: number }> {
  const upTo = await newestMailId(database);
  const spellings = [...new Set(texts.flatMap((text) => [text, escapeHtml(text)]))];
  const anyCase = [...new Set(spellings.flatMap(lowered))].map(contains);
  const ids: number[] = [];
  if (spellings.length === 0) return { ids, upTo };
  for (let from = Math.max(0, afterId - idsInFlight); from < upTo; from += idsAtOnce) {
    const rows = await database
      .selectFrom('outbox')
      .where('id', '>', from)
      .where('id', '<=', from + idsAtOnce)
      .where('text', '<>', '')
      .where((of) =>
        of.or(
          (['subject', 'text', 'html'] as const).flatMap((column) => [
            // A name of mixed case, in which `lower` may change some letters only.
            ...spellings
              .map(contains)
              .map((pattern) => sql<boolean>`${of.ref(column)} like ${pattern} escape '\\'`),
            ...anyCase.map((pattern) => sql<boolean>`lower(${of.ref(column)}) like ${pattern} escape '\\'`),
          ]),
        ),
      )
      .select('id')
      .execute();
    ids.push(...rows.map(({ id }) => id));
  }
  return { ids, upTo };
}

const letter = String.raw`[\p{L}\p{M}\p{N}]`;

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

/** Whole words only: short names occur in other words. */
export function withoutNames(text: string, names: readonly string[], instead: string): string {
  return names.reduce((rest, name) => {
    const whole = new RegExp(`(?<!${letter})${escaped(name)}(?!${letter})`, 'giu');
    return rest.replace(whole, () => instead);
  }, text);
}

export async function replaceInMails(
  writer: Writer,
  ids: readonly number[],
  names: readonly string[],
  instead: string,
): Promise<void> {
  for (let from = 0; from < ids.length; from += rowsAtOnce) {
    const mails = await writer
      .selectFrom('outbox')
      .where('id', 'in', ids.slice(from, from + rowsAtOnce))
      .select(['id', 'subject', 'text', 'html'])
      .execute();
    for (const { id, ...mail } of mails) {
      await writer
        .updateTable('outbox')
        .set({
          subject: withoutNames(mail.subject, names, instead),
          text: withoutNames(mail.text, names, instead),
          html: withoutNames(mail.html, names.map(escapeHtml), instead),
        })
        .where('id', '=', id)
        .execute();
    }
  }
}

export const sentMailRetentionMs = 90 * dayMs;

/** Event, recipient, subject and time stay. @returns how many */
export async function redactSentMail({
  database,
  clock,
}: Pick<AppContext, 'database' | 'clock'>): Promise<number> {
  const before = clock.now() - sentMailRetentionMs;
  for (let redacted = 0; ;) {
    const old = await database.reader
      .selectFrom('outbox')
      .where('sent_at', '<=', before)
      // The partial index's condition, without parameters.
      .where(sql<boolean>`sent_at is not null and text <> ''`)
      .orderBy('sent_at')
      .limit(rowsAtOnce)
      .select('id')
      .execute();
    if (old.length === 0) return redacted;
    const ids = old.map(({ id }) => id);
    await database.transaction((writer) =>
      writer
        .updateTable('outbox')
        .set({ text: '', html: '', calendar: null })
        .where('id', 'in', ids)
        .execute(),
    );
    redacted += ids.length;
  }
}

export const redactSentMailJob = periodicJob('redact-sent-mail', hourMs, redactSentMail);
