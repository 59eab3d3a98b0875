import type { StudentCourse } from '#contract/accounts/calls';
import type { ChoiceReason } from '#contract/selections/choosing';
import { CallError, type Call } from '../../lib/calls/client.ts';

/** With why no project can be chosen: this one, or by default any. The device keeps the answer about any. */
export const readCourse = (call: Call, s_id: string, p_id = ''): Promise<StudentCourse> =>
  call('readStudentCourse', { params: { s_id }, query: { p_id } }).catch((error: unknown) => {
    if (error instanceof CallError && error.status === 0 && p_id !== '') return readCourse(call, s_id);
    throw error;
  });

export const isRefusedFor = ({ s_refusals = [] }: StudentCourse, reason: ChoiceReason): boolean =>
  s_refusals.some((refusal) => refusal.reason === reason);
