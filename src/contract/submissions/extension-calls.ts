import { z } from 'zod';
import { studentParams } from '../accounts/calls.ts';
import { tasks } from '../dates.ts';
import { limits } from '../limits.ts';
import { isSeen } from '../unseen.ts';
import { endpoint, errorBody, fieldsBody, instant } from '../wire/endpoint.ts';
import { localDay } from '../wire/local-time.ts';

export const extensionAnswers = ['granted', 'declined'] as const;

/** Answered once; null until then. `granted_until` is null for a declined request, `answered_by` for one granted at once. */
export const extensionRequest = z.object({
  id: z.string(),
  until: instant,
  reason: z.string(),
  asked_at: instant,
  answer: z.enum(extensionAnswers).nullable(),
  granted_until: instant.nullable(),
  words: z.string().nullable(),
  answered_by: z.string().nullable(),
  answered_at: instant.nullable(),
});
export type ExtensionRequest = z.infer<typeof extensionRequest>;

export const extensionReason = z
  .string('The reason is required')
  .trim()
  .min(1, 'The reason is required')
  .refine(isSeen, 'The reason is required')
  .max(limits.reason, `The reason can have at most ${limits.reason.toLocaleString('en')} characters`);

export const askExtension = endpoint('POST', '/api/students/extensionRequest/:s_id', {
  summary:
    "Request an extension for an open task until the end of a day; one open request per task. A student's first within the batch's `extension_days` is granted at once",
  params: studentParams,
  takesIdempotencyKey: true,
  body: z.object({
    task: z.enum(tasks, `task must be one of ${tasks.join(', ')}`),
    until: localDay('until'),
    reason: extensionReason,
  }),
  answers: {
    400: fieldsBody,
    201: z.object({ extension_request: extensionRequest }),
    401: errorBody,
    404: errorBody,
    409: errorBody,
  },
});
