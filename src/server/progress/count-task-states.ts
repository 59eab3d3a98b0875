import { tasks } from '#contract/dates';
import * as calls from '#contract/progress/task-state-calls';
import { ownBatchOf } from '../accounts/policy.ts';
import { read } from '../accounts/sessions/act.ts';
import { batchWithCounts } from '../marking/queries.ts';
import { taskStatesOf, type CountedState } from '../marking/task-states.ts';

export const countTaskStates = read(calls.countTaskStates, {
  who: ownBatchOf,
  async run({ context: { database, clock }, resource: { batch } }) {
    const { reader } = database;
    const [counts] = await batchWithCounts(reader, { batchId: batch.id });
    const rows = await taskStatesOf(reader, { batchId: batch.id, now: clock.now() });
    const students = Number(counts?.students ?? 0);
    return {
      students,
      tasks: tasks.map((task) => {
        const of = (state: CountedState) =>
          Number(rows.find((row) => row.task === task && row.state === state)?.students ?? 0);
        const counted = {
          unsubmitted: of('unsubmitted'),
          unmarked: of('unmarked'),
          unreleased: of('unreleased'),
          released: of('released'),
        };
        const begun = Object.values(counted).reduce((sum, count) => sum + count, 0);
        return { task, locked: Math.max(0, students - begun), ...counted };
      }),
    };
  },
});
