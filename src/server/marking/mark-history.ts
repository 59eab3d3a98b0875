import type { MarkHistory } from '#contract/marking/release-calls';
import type { MarkChange } from '#contract/progress/student-calls';
import { accountNames } from '../accounts/queries.ts';
import { readActs } from '../audit/read-acts.ts';
import type { Reader } from '../platform/database/database.ts';
import { presentSecondLook } from '../submissions/presenter.ts';
import { secondLooksAt } from '../submissions/marks/second-look-queries.ts';
import type { Markable } from './policy.ts';
import { presentMarkChange } from './marked-version-presenter.ts';

const historyLimit = 200;

/** Histories by receipt number, newest change first. */
export async function markHistories(
  reader: Reader,
  numbers: readonly string[],
): Promise<Map<string, MarkChange[]>> {
  const acts = await readActs(reader, { act: 'mark-submission', subjects: numbers, limit: historyLimit });
  const names = await accountNames(
    reader,
    acts.flatMap(({ actorId }) => actorId ?? []),
  );
  const changes = new Map<string, MarkChange[]>();
  for (const act of acts) {
    const known = changes.get(act.subject) ?? [];
    changes.set(act.subject, [...known, presentMarkChange(act, names)]);
  }
  return changes;
}

export async function readMarkHistory(reader: Reader, { id, number }: Markable): Promise<MarkHistory> {
  const histories = await markHistories(reader, [number]);
  const [look] = await secondLooksAt(reader, [id]);
  return {
    history: histories.get(number) ?? [],
    second_look: look === undefined ? null : presentSecondLook(look),
  };
}
