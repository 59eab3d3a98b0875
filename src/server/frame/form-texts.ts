import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../platform/context.ts';
import { openSubmissionForm } from '../submissions/submission-form.ts';

type Fields = Readonly<Record<string, string>>;

/** The fields of a form that was posted to its page; null for a GET, and for a form that brings a file: its call reads it. */
export function formFields(request: FastifyRequest): Fields | null {
  return (request.body as Fields | undefined) ?? null;
}

/** What was typed into a posted form, also into one that brings a file, of which the call may have read nothing or a part. */
export async function readFormTexts(
  { files, settings }: AppContext,
  request: FastifyRequest,
): Promise<Fields> {
  const fields = formFields(request);
  if (fields !== null) return fields;
  if (!/^multipart\/form-data/i.test(request.headers['content-type'] ?? '')) return {};
  const rules = { files, maxBytes: settings.maxUploadBytes, hasWeek: true };
  return (request.submissionForm ?? openSubmissionForm(request, rules)).readTexts();
}
