import { useEffect, useEffectEvent } from 'react';
import { call } from '../../../lib/calls/client.ts';
import { isExcused } from '../../../lib/record-words.ts';
import { noteShown, type ShownTask } from '../../../lib/withheld-marks.ts';

/** The next view retries. */
export async function tellRead(s_id: string, task: ShownTask): Promise<void> {
  const { marked_version: version, marked_at } = task;
  if (marked_at === null) return;
  noteShown(task);
  const body = { task: task.task, version, marked_at };
  await call('readMark', { params: { s_id }, body, isBackground: true }).catch(() => undefined);
}

/** Once each. */
export function useReadMarks(s_id: string, tasks: readonly ShownTask[]): void {
  const unread = tasks.filter((task) => (task.marks !== null || isExcused(task)) && task.read_at === null);
  const keys = unread.map(({ task, marked_at }) => `${s_id} ${task} ${marked_at}`).join();
  const tell = useEffectEvent(() => {
    for (const task of unread) void tellRead(s_id, task);
  });
  useEffect(() => {
    if (keys !== '') tell();
  }, [keys]);
}
