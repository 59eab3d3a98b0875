import { opensAt, tasks, type Task } from '#contract/dates';
import { minuteMs } from '#contract/durations';
import { taskScreen } from '#contract/screens';
import { firstLine, plainTextOf } from '#contract/excerpt';
import { batchAddress } from '#contract/progress/batch-view';
import { mustConfirmFirst } from '../../accounts/policy.ts';
import type { Viewer } from '../../accounts/sessions/viewer.ts';
import { batchesAs } from '../../courses/batch-queries.ts';
import { announcementsAddress } from '../../notices/announcements/publish-announcement.ts';
import { datedIn } from '../../notices/announcements/queries.ts';
import type { CalendarEvent } from '../../platform/calendar.ts';
import type { Reader } from '../../platform/database/database.ts';
import { markdownHtml } from '../../platform/markdown/markdown-html.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { dueAt, dueFrom, dueInstant, readDueDays } from '../../submissions/due-dates.ts';
import { taskLabel } from '../../submissions/open-task.ts';
import { examinerScreen, examinerTimesOf } from '../time/examiner-times.ts';
import { vivaTimeOf } from '../time/viva-times.ts';
import { taskProgressOf } from '../../marking/student/queries.ts';

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
  return [{ ...vivaEvent('viva-time', 'Your viva', time), href: taskScreen('viva') }];
}

type VivaPlace = { startsAt: number; minutes: number; room: string; link: string | null };

export const vivaEvent = (key: string, title: string, { startsAt, minutes, room, link }: VivaPlace) => ({
  key,
  title,
  at: startsAt,
  until: startsAt + minutes * minuteMs,
  place: link ?? room,
});

/** As the examiner was told; by number, without names. */
async function vivasToExamine(reader: Reader, accountId: number): Promise<CalendarEvent[]> {
  const times = await examinerTimesOf(reader, { accountId });
  return times.map(({ studentId, batch, ...place }) => ({
    ...vivaEvent(`viva-of-${studentId}`, `Viva, ${batch}`, place),
    href: examinerScreen,
  }));
}

export async function calendarEventsOf(
  reader: Reader,
  viewer: Viewer,
  settings: Settings,
): Promise<CalendarEvent[]> {
  const zone = settings.academyZone;
  if (viewer.role !== 'student')
    return [
      ...(await eventsOfStaff(reader, viewer, zone)),
      ...(await vivasToExamine(reader, viewer.accountId)),
    ];
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
