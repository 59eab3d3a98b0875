import { readDraft, replaceDraft, writeDraft } from '../../lib/forms/drafts.ts';
import {
  markDrafts,
  markOriginalDraft,
  takenMarkDraft,
  typedMarkDraft,
} from '../../lib/stored-names/staff.ts';
import { isMarked, originalOf, type MarkRow } from './marks.ts';

type Row = Pick<MarkRow, 'number' | 'version' | 'student' | 'task' | 'status' | 'marks'>;
/** What marks were typed for, and not saved. */
export type TypedFor = { number: string; version: number };

export function hasMarkDraft(userId: string, number: string): boolean {
  return Object.values(markDrafts(userId, number)).some((key) => readDraft(key) !== undefined);
}

const pointerOf = (userId: string, { student, task }: Row) => typedMarkDraft(userId, student.s_id, task);

/** Of a version: another one of the same task finds it. */
export function noteTyped(userId: string, row: Row): void {
  const { number, version } = row;
  replaceDraft(takenMarkDraft(userId, number), null);
  if (version !== null) replaceDraft(pointerOf(userId, row), JSON.stringify({ number, version }));
}

function readPointer(userId: string, row: Row): TypedFor | null {
  const pointer = readDraft(pointerOf(userId, row));
  return row.version === null || typeof pointer !== 'string' ? null : (JSON.parse(pointer) as TypedFor);
}

export function forgetTyped(userId: string, row: Row): void {
  replaceDraft(takenMarkDraft(userId, row.number), null);
  if (readPointer(userId, row)?.number === row.number) replaceDraft(pointerOf(userId, row), null);
}

/** Null if nothing of the task is typed and unsaved. */
export function typedFor(userId: string, row: Row): TypedFor | null {
  const typed = readPointer(userId, row);
  return typed !== null && hasMarkDraft(userId, typed.number) ? typed : null;
}

/** Moves what was typed for an earlier version to a newer one that has neither marks nor typed text. */
export function takeTypedAlong(userId: string, row: Row): void {
  const typed = typedFor(userId, row);
  if (typed === null || row.version === null || typed.version >= row.version) return;
  if (isMarked(row) || hasMarkDraft(userId, row.number)) return;
  const [from, to] = [markDrafts(userId, typed.number), markDrafts(userId, row.number)];
  // Another mark that comes in meanwhile is a conflict.
  writeDraft(markOriginalDraft(userId, row.number), originalOf(null));
  for (const name of ['marks', 'comments', 'rubric'] as const) {
    replaceDraft(to[name], readDraft(from[name]) ?? null);
    replaceDraft(from[name], null);
  }
  replaceDraft(markOriginalDraft(userId, typed.number), null);
  noteTyped(userId, row);
  replaceDraft(takenMarkDraft(userId, row.number), String(typed.version));
}
