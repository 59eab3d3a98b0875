import { z } from 'zod';
import { studentParams } from '../accounts/calls.ts';
import {
  changes,
  conflictBody,
  endpoint,
  errorBody,
  fieldsBody,
  instant,
  removalOf,
  nothing,
  visibleText,
  localDay,
  localTime,
} from '../wire/endpoint.ts';
import { limits } from '../limits.ts';

const announcement = z.object({
  id: z.string(),
  text: z.string(),
  /** Absent: plain. */
  text_html: z.string().optional(),
  author: z.string(),
  created_at: instant,
  pinned_until: instant,
  /** That it is about, `YYYY-MM-DD` in the academy's zone; absent for none. */
  day: z.string().optional(),
  /** Absent if never edited. */
  edited: z.literal(true).optional(),
});

const ownAnnouncement = announcement.extend({ is_seen: z.boolean() });
export type Announcement = z.infer<typeof ownAnnouncement>;

/** `told`: notified, `seen_by`: seen. */
const sentAnnouncement = announcement.extend({ seen_by: z.number(), told: z.number() });
export type SentAnnouncement = z.infer<typeof sentAnnouncement>;

export const listAnnouncements = endpoint('GET', '/api/students/announcements/:s_id', {
  summary: "A student's pinned announcements, newest first",
  params: studentParams,
  answers: { 200: z.array(ownAnnouncement), 401: errorBody },
});

export const seeAnnouncement = endpoint('POST', '/api/students/announcements/:s_id/:id/seen', {
  summary: 'Record that the student has seen an announcement. Idempotent: a key is accepted and not stored',
  params: studentParams.extend({ id: z.string() }),
  takesIdempotencyKey: true,
  answers: { 200: z.object({ unread: z.number() }), 401: errorBody, 404: errorBody },
});

const ofBatch = z.object({ batch: z.string() });

export const listBatchAnnouncements = endpoint('GET', '/api/staff/batches/:batch/announcements', {
  summary: "A batch's announcements that are still pinned, newest first, with how many have seen them",
  params: ofBatch,
  answers: { 200: z.array(sentAnnouncement), 401: errorBody, 404: errorBody },
});

const words = {
  text: visibleText('The announcement', limits.announcement),
  /** In the academy's zone. */
  until: localDay('until'),
  /** That it is about, for calendars: null for none; an edit without it keeps the day. */
  day: localDay('day').nullable().optional(),
};

export const publishAnnouncement = endpoint('POST', '/api/staff/batches/:batch/announcements', {
  summary: 'Publish an announcement to a batch: pinned for its students until the end of a day, and emailed',
  params: ofBatch,
  takesIdempotencyKey: true,
  body: z.object(words),
  answers: { 400: fieldsBody, 201: sentAnnouncement, 401: errorBody, 404: errorBody, 409: errorBody },
});

const batchesMessage = `batches must be 1 to ${limits.staffBatches} names`;

export const announceToBatches = endpoint('POST', '/api/staff/announcements', {
  summary:
    'Publish an announcement to several batches, or plan it with `publish_at`: to all of them or to none. Each gets its own',
  takesIdempotencyKey: true,
  body: z.object({
    batches: z
      .array(
        z
          .string(batchesMessage)
          .trim()
          .min(1, 'one of batches is empty')
          .max(limits.batch, `a name in batches can have at most ${limits.batch} characters`),
        batchesMessage,
      )
      .min(1, batchesMessage)
      .max(limits.staffBatches, batchesMessage),
    ...words,
    publish_at: localTime('publish_at').optional(),
  }),
  answers: { 400: fieldsBody, 204: nothing, 401: errorBody, 404: errorBody, 409: errorBody },
});

const plannedAnnouncement = announcement
  .omit({ created_at: true, edited: true })
  .extend({ publish_at: instant });
export type PlannedAnnouncement = z.infer<typeof plannedAnnouncement>;

export const listPlannedAnnouncements = endpoint('GET', '/api/staff/batches/:batch/planned-announcements', {
  summary: "A batch's announcements that are not published yet, the next one first",
  params: ofBatch,
  answers: { 200: z.array(plannedAnnouncement), 401: errorBody, 404: errorBody },
});

export const planAnnouncement = endpoint('POST', '/api/staff/batches/:batch/planned-announcements', {
  summary: 'Plan an announcement: it is published at a later time, as `publishAnnouncement` does',
  params: ofBatch,
  takesIdempotencyKey: true,
  body: z.object({ ...words, publish_at: localTime('publish_at') }),
  answers: { 400: fieldsBody, 201: plannedAnnouncement, 401: errorBody, 404: errorBody, 409: errorBody },
});

const editedWords = {
  ...words,
  /** The text that was edited, to find the edit of somebody else. */
  original: z.string().optional(),
};

export const editPlannedAnnouncement = endpoint(
  'PUT',
  '/api/staff/batches/:batch/planned-announcements/:id',
  {
    summary: 'Edit a planned announcement, which keeps its time without `publish_at`',
    params: ofBatch.extend({ id: z.string() }),
    takesIdempotencyKey: true,
    body: changes({ ...editedWords, publish_at: localTime('publish_at').optional() }),
    answers: {
      400: fieldsBody,
      204: nothing,
      401: errorBody,
      404: errorBody,
      409: conflictBody(plannedAnnouncement),
    },
  },
);

export const cancelAnnouncement = endpoint('DELETE', '/api/staff/batches/:batch/planned-announcements/:id', {
  summary: 'Cancel a planned announcement. `began.text` is the text that was seen',
  params: ofBatch.extend({ id: z.string() }),
  takesIdempotencyKey: true,
  body: removalOf({ text: z.string() }),
  answers: { 204: nothing, 401: errorBody, 404: errorBody, 409: conflictBody(plannedAnnouncement) },
});

export const editAnnouncement = endpoint('PUT', '/api/staff/batches/:batch/announcements/:id', {
  summary: 'Edit a pinned announcement. Students who have seen the former text are notified again, once',
  params: ofBatch.extend({ id: z.string() }),
  takesIdempotencyKey: true,
  body: changes(editedWords),
  answers: {
    400: fieldsBody,
    200: sentAnnouncement,
    401: errorBody,
    404: errorBody,
    409: conflictBody(sentAnnouncement),
  },
});

export const withdrawAnnouncement = endpoint('DELETE', '/api/staff/batches/:batch/announcements/:id', {
  summary:
    'Withdraw an announcement: it is no longer pinned, and unsent mails are cancelled. `began.text` is the text that was seen',
  params: ofBatch.extend({ id: z.string() }),
  takesIdempotencyKey: true,
  body: removalOf({ text: z.string() }),
  answers: { 204: nothing, 401: errorBody, 404: errorBody, 409: conflictBody(sentAnnouncement) },
});
