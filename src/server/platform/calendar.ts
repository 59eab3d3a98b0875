import ical, {
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
  type ICalEventData,
} from 'ical-generator';
import { hourMs } from '#contract/durations';
import { portalLink } from './portal-link.ts';
import type { Settings } from './settings/settings.ts';

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

/** Changes of the dates raise `sequence`, at `changedAt`, so that programs replace an event by its UID. */
export type Revision = { accountId: number; sequence: number; changedAt: number };

type CalendarSettings = Pick<Settings, 'academyName' | 'publicUrl' | 'host' | 'port'>;

const begin = ({ academyName }: CalendarSettings, method: ICalCalendarMethod) =>
  ical({ name: academyName, prodId: { company: 'Capstone', product: 'Calendar' }, method });

/** The UID is of the reader and the key alone: feed and mails name one event. */
function entryOf(
  { key, title, at, href, isDay, until, place }: CalendarEvent,
  { accountId, sequence, changedAt }: Revision,
  settings: CalendarSettings,
): ICalEventData {
  const { hostname } = new URL(portalLink(settings, '/'));
  return {
    id: `${key}-${accountId}@${hostname}`,
    sequence,
    stamp: new Date(changedAt),
    start: new Date(at),
    ...(until !== undefined && { end: new Date(until) }),
    ...(place !== undefined && { location: place }),
    ...(isDay && { allDay: isDay }),
    summary: title,
    url: portalLink(settings, href),
  };
}

/** RFC 5545, in UTC; programs may ask again after an hour. */
export function writeCalendar(
  events: readonly CalendarEvent[],
  revision: Revision,
  settings: CalendarSettings,
): string {
  const calendar = begin(settings, ICalCalendarMethod.PUBLISH).ttl(hourMs / 1_000);
  for (const event of events) calendar.createEvent(entryOf(event, revision, settings));
  return calendar.toString();
}

/** As stored with a notice whose mail has an entry for the reader's calendar. */
export type Appointment = Omit<CalendarEvent, 'href'> & { sequence: number; isCancelled: boolean };

type Invitation = Appointment & {
  href: string;
  /** In words, with the zone. */
  words: string;
  accountId: number;
  /** Milliseconds since 1970 UTC. */
  changedAt: number;
  organizer: string;
  reader: string;
};

/** RFC 5546: a mail's calendar part, which changes the reader's event of that UID, or cancels it. */
export function writeInvitation(
  { isCancelled, words, organizer, reader, ...event }: Invitation,
  settings: CalendarSettings,
): string {
  const calendar = begin(settings, isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST);
  calendar.createEvent({
    ...entryOf(event, event, settings),
    description: words,
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer: { name: settings.academyName, email: organizer },
    attendees: [{ email: reader, rsvp: false, status: ICalAttendeeStatus.NEEDSACTION }],
  });
  return calendar.toString();
}
