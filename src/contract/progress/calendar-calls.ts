import { z } from 'zod';
import { studentParams } from '../accounts/calls.ts';
import { tasks } from '../dates.ts';
import { bytes, endpoint, errorBody, nothing } from '../wire/endpoint.ts';

/** `address` is null until the holder makes one. */
const calendarAddress = z.object({ address: z.string().nullable() });

export const readCalendarAddress = endpoint('GET', '/api/account/calendar', {
  summary: "The private address of the user's calendar",
  answers: { 200: calendarAddress, 401: errorBody },
});

export const makeCalendarAddress = endpoint('PUT', '/api/account/calendar', {
  summary: 'Make the private address of the calendar; an existing one stays',
  answers: { 200: calendarAddress, 401: errorBody },
});

export const removeCalendarAddress = endpoint('DELETE', '/api/account/calendar', {
  summary: 'Remove the address: calendars that use it get 404. The next one is different',
  answers: { 204: nothing, 401: errorBody },
});

export const readCalendar = endpoint('GET', '/api/calendar/:secret', {
  summary: 'iCalendar (RFC 5545) of an account, for calendar programs; the secret is the only key',
  params: z.object({ secret: z.string() }),
  answers: { 200: bytes, 404: errorBody },
});

/** Without an announcement. */
export const namesNoEvent = `task must be one of ${tasks.join(', ')}`;

export const readCalendarEvent = endpoint('GET', '/api/students/calendarEvent/:s_id', {
  summary:
    "A task's due date, else its opening, or the day of an `announcement`, as one iCalendar event to save",
  params: studentParams,
  query: z.object({ task: z.enum(tasks, namesNoEvent).optional(), announcement: z.string().optional() }),
  answers: { 200: bytes, 401: errorBody, 404: errorBody },
});
