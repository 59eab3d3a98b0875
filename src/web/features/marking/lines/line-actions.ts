import type { LineComment } from '#contract/marking/line-comment-calls';
import type { Call } from '../../../lib/calls/client.ts';
import { removalBody } from '../../../lib/forms/began-fields.ts';
import { changedBody } from '../../../lib/forms/changed-body.ts';
import type { Fields } from '../../../lib/forms/form-fields.ts';

/** Of the comment as it is stored now; absent for a deleted one. */
export type LineOutcome = { comment?: LineComment };

const lineActions = ['comment-line', 'change-line', 'delete-line'] as const;
export type LineAction = (typeof lineActions)[number];

export const isLineAction = ({ act: formName = '' }: Fields): boolean =>
  lineActions.some((one) => one === formName);

/** What the forms at lines do. */
export async function submitLine(call: Call, fields: Fields): Promise<LineOutcome> {
  const { act: formName, number: id = '', comment = '', path, line, text = '' } = fields;
  const idempotencyKey = fields['Idempotency-Key'];
  if (formName === 'delete-line') {
    await call('deleteLineComment', { params: { id, comment }, body: removalBody(fields), idempotencyKey });
    return {};
  }
  if (formName === 'change-line') {
    const body = changedBody(fields, ({ text: typed = '' }) => ({ text: typed }));
    return { comment: await call('changeLineComment', { params: { id, comment }, body, idempotencyKey }) };
  }
  const body = { path: path ?? null, line: Number(line), text };
  return { comment: await call('addLineComment', { params: { id }, body, idempotencyKey }) };
}
