import { lateness } from './lateness.ts';

/** `lateness` of a timeline's task. */
export function latenessOfTask(task: {
  late: boolean;
  submitted_at: string | null;
  due_at: string | null;
  extended_at: string | null;
}): ReturnType<typeof lateness> {
  const { submitted_at, due_at, extended_at } = task;
  const isLater = extended_at !== null && submitted_at !== null && extended_at >= submitted_at;
  return lateness({ ...task, ...(isLater && due_at !== null && { extended: { due_at } }) });
}
