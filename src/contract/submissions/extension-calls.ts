import { z } from 'zod';
import { attachment } from '../forum/attachment-calls.ts';
import { limits } from '../limits.ts';
import { instant, visibleText } from '../wire/endpoint.ts';

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
  /** Read by its id, as other attachments. */
  file: attachment.optional(),
});
export type ExtensionRequest = z.infer<typeof extensionRequest>;

export const extensionReason = visibleText('The reason', limits.reason, 'The reason is required');
