import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as calls from '#contract/progress/calls';
import {
  type Calendar,
  calendarOf,
  calendarWith,
  endCalendar,
  makeCalendar,
  reviseCalendar,
} from '../../accounts/own-account/calendar-links.ts';
import { isSuspended, self, signedIn } from '../../accounts/policy.ts';
import { read, readPublic } from '../../accounts/sessions/act.ts';
import { viewerOf } from '../../accounts/sessions/viewer.ts';
import { writeCalendar, type CalendarEvent } from '../../platform/calendar.ts';
import type { AppContext } from '../../platform/context.ts';
import { asAttachment } from '../../platform/files/file-name.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { admit, refuse } from '../../platform/http/limits/request-limit.ts';
import { portalLink } from '../../platform/portal-link.ts';
import { announcementKey, calendarEventsOf, eventOfTask } from './calendar-events.ts';

async function addressOf(context: AppContext, accountId: number): Promise<string | null> {
  const [calendar] = await calendarOf(context.database.reader, { accountId });
  return calendar === undefined ? null : portalLink(context.settings, `/api/calendar/${calendar.secret}`);
}

async function eventsOf({ database, settings }: AppContext, accountId: number): Promise<CalendarEvent[]> {
  const viewer = await viewerOf(database.reader, accountId);
  return calendarEventsOf(database.reader, viewer, settings);
}

async function holderOf(context: AppContext, secret: string): Promise<Calendar> {
  const calendar = await calendarWith(context, secret);
  if (calendar === undefined || (await isSuspended(context.database.reader, calendar.accountId)))
    throw httpErrors.notFound('This calendar link is not in use. Create a new one on your account page.');
  return calendar;
}

/** From any network; the reader's network has paid for finding it. */
async function countForCalendar(
  request: FastifyRequest,
  reply: FastifyReply,
  { accountId }: Calendar,
): Promise<void> {
  request.turn?.end();
  const excess = await admit(request, { kind: 'calendar', id: accountId }, 'call');
  if (excess !== null) await refuse(request, excess);
  await request.server.requestTurns.enter(request, reply);
}

function sendCalendar(reply: FastifyReply, body: string, fileName?: string) {
  reply.headers({
    'Content-Type': 'text/calendar; charset=utf-8',
    'Cache-Control': 'private, no-store',
    'X-Robots-Tag': 'noindex',
    ...(fileName !== undefined && { 'Content-Disposition': asAttachment(fileName) }),
  });
  return Readable.from(Buffer.from(body));
}

export const calendarCalls = [
  read(calls.readCalendarAddress, {
    who: signedIn,
    run: async ({ context, resource: { accountId } }) => ({ address: await addressOf(context, accountId) }),
  }),

  read(calls.makeCalendarAddress, {
    who: signedIn,
    async run({ context, resource: { accountId } }) {
      await makeCalendar(context, accountId);
      return { address: await addressOf(context, accountId) };
    },
  }),

  read(calls.removeCalendarAddress, {
    who: signedIn,
    async run({ context: { database, clock }, resource: { accountId } }) {
      await database.transaction((writer) => endCalendar(writer, accountId, clock.now()));
    },
  }),

  readPublic(calls.readCalendar, {
    async run({ context, params: { secret }, request, reply }) {
      const calendar = await holderOf(context, secret);
      await countForCalendar(request, reply, calendar);
      const events = await eventsOf(context, calendar.accountId);
      const schedule = JSON.stringify(
        events.map(({ key, title, at, until, place }) =>
          until === undefined ? [key, title, at] : [key, title, at, until, place],
        ),
      );
      const revision = await reviseCalendar(context, calendar, schedule);
      return sendCalendar(reply, writeCalendar(events, revision, context.settings));
    },
  }),

  read(calls.readCalendarEvent, {
    who: self,
    async run({ context, resource: { accountId }, query: { task, announcement }, reply }) {
      const { database, clock, settings } = context;
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
  }),
];
