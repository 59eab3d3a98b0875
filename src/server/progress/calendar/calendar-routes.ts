import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as calls from '#contract/progress/calls';
import { isSuspended, self, signedIn } from '../../accounts/policy.ts';
import { makeToken } from '../../accounts/random-token.ts';
import { makeRegistrar } from '../../accounts/sessions/register-endpoint.ts';
import { viewerOf } from '../../accounts/sessions/viewer.ts';
import type { AppContext } from '../../platform/context.ts';
import { compiledQuery } from '../../platform/database/compiled-query.ts';
import type { Reader } from '../../platform/database/database.ts';
import { asAttachment } from '../../platform/files/file-name.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { registerPublicEndpoint } from '../../platform/http/register-endpoint.ts';
import { portalLink } from '../../platform/portal-link.ts';
import {
  announcementKey,
  calendarEventsOf,
  eventOfTask,
  writeCalendar,
  type CalendarEvent,
} from './calendar-events.ts';

const columns = [
  'account_id as accountId',
  'secret',
  'schedule',
  'sequence',
  'changed_at as changedAt',
] as const;

export const calendarOf = compiledQuery((db, p: { accountId: number }) =>
  db.selectFrom('calendars').where('account_id', '=', p.accountId).select(columns),
);
export const calendarWith = compiledQuery((db, p: { secret: string }) =>
  db.selectFrom('calendars').where('secret', '=', p.secret).select(columns),
);
type Calendar = Awaited<ReturnType<typeof calendarOf>>[number];

async function addressOf(context: AppContext, accountId: number): Promise<string | null> {
  const [calendar] = await calendarOf(context.database.reader, { accountId });
  return calendar === undefined ? null : portalLink(context.settings, `/api/calendar/${calendar.secret}`);
}

/** Of two at once, the first one's address wins. */
async function makeAddress({ database, clock }: AppContext, accountId: number): Promise<void> {
  const row = { account_id: accountId, secret: makeToken(), schedule: '[]', changed_at: clock.now() };
  await database.transaction((writer) =>
    writer
      .insertInto('calendars')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
}

/** Counts a change of the dates since the last reading, once. */
async function revised(
  { database, clock }: AppContext,
  calendar: Calendar,
  events: readonly CalendarEvent[],
): Promise<Calendar> {
  const schedule = JSON.stringify(events.map(({ key, title, at }) => [key, title, at]));
  if (schedule === calendar.schedule) return calendar;
  const changes = { schedule, sequence: calendar.sequence + 1, changed_at: clock.now() };
  await database.transaction((writer) =>
    writer
      .updateTable('calendars')
      .set(changes)
      .where('account_id', '=', calendar.accountId)
      .where('sequence', '=', calendar.sequence)
      .execute(),
  );
  return { ...calendar, schedule, sequence: changes.sequence, changedAt: changes.changed_at };
}

async function eventsOf({ database, settings }: AppContext, accountId: number): Promise<CalendarEvent[]> {
  const viewer = await viewerOf(database.reader, accountId);
  return calendarEventsOf(database.reader, viewer, settings);
}

async function holderOf(reader: Reader, secret: string): Promise<Calendar> {
  const [calendar] = await calendarWith(reader, { secret });
  if (calendar === undefined || (await isSuspended(reader, calendar.accountId)))
    throw httpErrors.notFound('This calendar link is not in use. Create a new one on your account page.');
  return calendar;
}

function sendCalendar(reply: FastifyReply, body: string, fileName?: string) {
  reply.headers({
    'Content-Type': 'text/calendar; charset=utf-8',
    'Cache-Control': 'private, no-store',
    ...(fileName !== undefined && { 'Content-Disposition': asAttachment(fileName) }),
  });
  return Readable.from(Buffer.from(body));
}

export function registerCalendarRoutes(server: FastifyInstance, context: AppContext): void {
  const on = makeRegistrar(server, context);
  const { database, settings, clock } = context;

  on(calls.readCalendarAddress, signedIn, async ({ resource: { accountId } }) => ({
    address: await addressOf(context, accountId),
  }));

  on(calls.makeCalendarAddress, signedIn, async ({ resource: { accountId } }) => {
    await makeAddress(context, accountId);
    return { address: await addressOf(context, accountId) };
  });

  on(calls.removeCalendarAddress, signedIn, async ({ resource: { accountId } }) => {
    await database.transaction((writer) =>
      writer.deleteFrom('calendars').where('account_id', '=', accountId).execute(),
    );
  });

  registerPublicEndpoint(server, context, calls.readCalendar, async ({ params: { secret }, reply }) => {
    const calendar = await holderOf(database.reader, secret);
    const events = await eventsOf(context, calendar.accountId);
    return sendCalendar(reply, writeCalendar(events, await revised(context, calendar, events), settings));
  });

  on(
    calls.readCalendarEvent,
    self,
    async ({ resource: { accountId }, query: { task, announcement }, reply }) => {
      if (task === undefined && announcement === undefined) throw httpErrors.badRequest(calls.namesNoEvent);
      const events = await eventsOf(context, accountId);
      const event =
        task === undefined
          ? events.find(({ key }) => key === announcementKey(announcement ?? ''))
          : eventOfTask(events, task);
      if (event === undefined && task === undefined)
        throw httpErrors.notFound('There is no such announcement with a date.');
      if (event === undefined)
        throw httpErrors.notFound('There is no date yet. Your dates begin when you choose a project.');
      const [calendar] = await calendarOf(database.reader, { accountId });
      const revision = calendar ?? { accountId, sequence: 0, changedAt: clock.now() };
      return sendCalendar(reply, writeCalendar([event], revision, settings), `${task ?? event.key}.ics`);
    },
  );
}
