import ical, { ICalCalendarMethod } from 'ical-generator';
import { opensAt, tasks, type Task } from '#contract/dates';
import { hourMs, minuteMs } from '#contract/durations';
import { taskScreen } from '#contract/screens';
import { firstLine, plainTextOf } from '#contract/excerpt';
import { batchAddress } from '#contract/progress/batch-view';
import { mustConfirmFirst } from '../../accounts/policy.ts';
import type { Viewer } from '../../accounts/sessions/viewer.ts';
import { batchesAs } from '../../courses/batch-queries.ts';
import { announcementsAddress } from '../../notices/announcements/publish-announcement.ts';
import { datedIn } from '../../notices/announcements/queries.ts';
import type { Reader } from '../../platform/database/database.ts';
import { markdownHtml } from '../../platform/markdown/markdown-html.ts';
import { portalLink } from '../../platform/portal-link.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { dueAt, dueFrom, dueInstant, readDueDays } from '../../submissions/due-dates.ts';
import { taskLabel } from '../../submissions/open-task.ts';
import { vivaTimeOf } from '../time/viva-times.ts';
import { taskProgressOf } from '../../marking/student/queries.ts';

/** `key` stays while the date changes; `at` in milliseconds since 1970 UTC, for a whole day its midnight in UTC. */
export type CalendarEvent = {
  key: string;
  title: string;
  at: number;
  href: string;
  isDay?: true;
  /** Without it the event has no length. */
  until?: number;
  place?: string;
};

type Schedule = Awaited<ReturnType<typeof taskProgressOf>>[number];

const choosingTitles = {
  'choosing-opens': 'Choosing a project opens',
  'choosing-ends': 'Choosing a project ends',
} as const;

function choosingEvents({ chooseFrom, chooseUntil }: Pick<Schedule, 'chooseFrom' | 'chooseUntil'>) {
  const times = { 'choosing-opens': chooseFrom, 'choosing-ends': chooseUntil };
  return (Object.keys(times) as (keyof typeof times)[]).flatMap((key) => {
    const at = times[key];
    return at === null ? [] : [[key, at] as const];
  });
}

function eventsOfStudent(schedule: Schedule, zone: string): CalendarEvent[] {
  const start = schedule.startedAt;
  if (start === null) {
    return choosingEvents(schedule).map(([key, at]) => ({
      key,
      title: choosingTitles[key],
      at,
      href: '/StudentDashboard',
    }));
  }
  const due = dueFrom(schedule, start, zone);
  return tasks.flatMap((task): CalendarEvent[] => {
    const title = taskLabel(task);
    const href = taskScreen(task);
    const deadline = dueAt(task, due);
    const opens = { key: openingKey(task), title: `${title} opens`, at: opensAt(task, start), href };
    if (deadline === null) return [opens];
    return [opens, { key: dueKey(task), title: `${title} is due`, at: deadline, href }];
  });
}

const openingKey = (task: Task): string => `${task}-opens`;
const dueKey = (task: Task): string => `${task}-due`;

type Announced = { id: number; text: string; day: string | null };

/** @param named before the title, for readers of several batches */
const announcedDay = ({ id, text, day }: Announced, href: string, named = ''): CalendarEvent => ({
  key: announcementKey(String(id)),
  title: named + firstLine(plainTextOf(text, markdownHtml(text))),
  at: Date.parse(day as string),
  href,
  isDay: true,
});

export const announcementKey = (id: string): string => `announcement-${id}`;

/** Dates that are the same for the whole batch; days after each student's own opening are not. */
async function eventsOfStaff(
  reader: Reader,
  { batches }: Pick<Viewer, 'batches'>,
  zone: string,
): Promise<CalendarEvent[]> {
  if (batches.length === 0) return [];
  const batchIds = batches.map(({ id }) => id);
  const rows = await reader
    .selectFrom(batchesAs('batch'))
    .where('batch.id', 'in', batchIds)
    .where('batch.retired_at', 'is', null)
    .orderBy('batch.id')
    .select(['batch.id', 'batch.name', 'batch.starts_at as startsAt'])
    .select(['batch.viva_deadline as vivaDeadline', 'batch.due_days as dueDays'])
    .select(['batch.choose_from as chooseFrom', 'batch.choose_until as chooseUntil'])
    .execute();
  const announced = await datedIn(reader, batchIds);
  return rows.flatMap(({ id, name, startsAt, vivaDeadline, dueDays, ...choosing }) => {
    const href = batchAddress(name);
    const event = (key: string, what: string, at: number): CalendarEvent => ({
      key: `batch-${id}-${key}`,
      title: `${name}: ${what}`,
      at,
      href,
    });
    return [
      event('starts', 'the batch starts', startsAt),
      ...choosingEvents(choosing).map(([key, at]) => event(key, choosingTitles[key].replace('C', 'c'), at)),
      ...Object.entries(readDueDays(dueDays)).flatMap(([task, day]) =>
        'date' in day
          ? [event(task, `${taskLabel(task as Task)} is due`, dueInstant(day, startsAt, zone))]
          : [],
      ),
      ...(vivaDeadline === null ? [] : [event('viva', `${taskLabel('viva')} is due`, vivaDeadline)]),
      ...announced.filter(({ batchId }) => batchId === id).map((one) => announcedDay(one, href, `${name}: `)),
    ];
  });
}

/** As the student was told. */
async function ownViva(reader: Reader, accountId: number): Promise<CalendarEvent[]> {
  const [time] = await vivaTimeOf(reader, { accountId });
  if (time === undefined || time.cancelledAt !== null) return [];
  return [
    {
      key: 'viva-time',
      title: 'Your viva',
      at: time.startsAt,
      until: time.startsAt + time.minutes * minuteMs,
      place: time.link ?? time.room,
      href: taskScreen('viva'),
    },
  ];
}

export async function calendarEventsOf(
  reader: Reader,
  viewer: Viewer,
  settings: Settings,
): Promise<CalendarEvent[]> {
  const zone = settings.academyZone;
  if (viewer.role !== 'student') return eventsOfStaff(reader, viewer, zone);
  const [schedule] = await taskProgressOf(reader, { accountId: viewer.accountId });
  const own = [
    ...(schedule === undefined ? [] : eventsOfStudent(schedule, zone)),
    ...(await ownViva(reader, viewer.accountId)),
  ];
  // As the announcements themselves.
  if (viewer.batch === null || mustConfirmFirst(viewer, settings)) return own;
  const announced = await datedIn(reader, [viewer.batch.id]);
  const href = announcementsAddress(viewer.batch.name);
  return [...own, ...announced.map((one) => announcedDay(one, href))];
}

/** The due date if there is one, else the opening; undefined before a project is chosen. */
export function eventOfTask(events: readonly CalendarEvent[], task: Task): CalendarEvent | undefined {
  return events.find(({ key }) => key === dueKey(task)) ?? events.find(({ key }) => key === openingKey(task));
}

/** Changes of the dates raise `sequence`, at `changedAt`, so that programs replace an event by its UID. */
export type Revision = { accountId: number; sequence: number; changedAt: number };

type CalendarSettings = Pick<Settings, 'academyName' | 'publicUrl' | 'host' | 'port'>;

/** RFC 5545, in UTC; programs may ask again after an hour. */
export function writeCalendar(
  events: readonly CalendarEvent[],
  { accountId, sequence, changedAt }: Revision,
  settings: CalendarSettings,
): string {
  const calendar = ical({
    name: settings.academyName,
    prodId: { company: 'Capstone', product: 'Calendar' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: hourMs / 1_000,
  });
  const { hostname } = new URL(portalLink(settings, '/'));
  for (const { key, title, at, href, isDay = false, until, place } of events) {
    calendar.createEvent({
      id: `${key}-${accountId}@${hostname}`,
      sequence,
      stamp: new Date(changedAt),
      start: new Date(at),
      ...(until !== undefined && { end: new Date(until) }),
      ...(place !== undefined && { location: place }),
      allDay: isDay,
      summary: title,
      url: portalLink(settings, href),
    });
  }
  return calendar.toString();
}
