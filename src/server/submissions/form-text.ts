import type { MultipartValue } from '@fastify/multipart';
import { limits } from '#contract/limits';
import { httpErrors, type HttpError } from '../platform/http/http-errors.ts';

/** The 413 or 400 for a text field, null if it is valid. */
export function findTextError({ fieldname, value, valueTruncated }: MultipartValue): HttpError | null {
  if (typeof value !== 'string') return httpErrors.badRequest(`${fieldname} must be a text`);
  if (valueTruncated || value.length > limits.submissionText) {
    const max = limits.submissionText.toLocaleString('en');
    return httpErrors.tooLarge(`${fieldname} can have at most ${max} characters`);
  }
  if (value.includes('\0')) return httpErrors.badRequest('Text must not contain NUL characters.');
  if (fieldname === 'files' && value !== '') return httpErrors.badRequest('files must be a file');
  return null;
}
