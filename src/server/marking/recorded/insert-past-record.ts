import { marksOfStatus, type RecordStatus } from '#contract/marking/recorded';
import type { Task } from '#contract/dates';
import type { Writer } from '../../platform/database/database.ts';

/** Released then. For histories such as the demo's. @param choice when the project was chosen */
export async function insertPastRecord(
  writer: Writer,
  {
    accountId,
    task,
    choice,
    status,
    marks = null,
    comments,
    mentorId,
    at,
  }: {
    accountId: number;
    task: Task;
    choice: number;
    status: RecordStatus;
    marks?: number | null | undefined;
    comments: string;
    mentorId: number | null;
    at: number;
  },
): Promise<void> {
  await writer
    .insertInto('recorded_marks')
    .values({
      account_id: accountId,
      task,
      choice,
      status,
      marks: marksOfStatus(status, marks),
      comments,
      released: 1,
      released_at: at,
      recorded_by: mentorId,
      recorded_at: at,
    })
    .execute();
}
