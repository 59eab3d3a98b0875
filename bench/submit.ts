import { createHash } from 'node:crypto';
import { fillPath } from '#contract/fill-path';
import { paths } from '#contract/all-paths';
import type { Receipt } from '#contract/submissions/calls';
import { encodeForm } from '#support/encode-form';
import type { Call, Exchange } from '#support/exchange';
import type { Student } from './students.ts';

/** A week's submission with its file, form and bytes in one request. */
export function submissionCall(student: Student, key: string, bytes: Buffer, week = '1'): Call {
  return formCall(student, key, [
    ['selectedWeek', week],
    ['files', { name: 'work.bin', bytes }],
  ]);
}

/** A week's submission with these parts of its form. */
export function formCall(
  { email, cookie }: Student,
  key: string,
  parts: Parameters<typeof encodeForm>[0],
): Call {
  const { body, headers } = encodeForm(parts);
  return {
    method: 'POST',
    path: fillPath(paths.uploadWeek.path, { s_id: email }),
    headers: { cookie, 'idempotency-key': key, ...headers },
    body,
  };
}

export const receiptOf = ({ body }: Exchange): Receipt =>
  (JSON.parse(body.toString()) as { receipt: Receipt }).receipt;

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
