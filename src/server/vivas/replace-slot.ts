import type { Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { localText } from '../platform/zoned-time.ts';
import { stepMs, stepOf, stepsOf } from './plan-hours.ts';
import { insertSlots, removeSlots, takenBetween, type NewSlot, type TakenSpan } from './slot-rows.ts';

/** Who or what is somewhere else at this time, in words; null for nobody. */
async function clashOf(
  writer: Writer,
  slot: NewSlot,
  names: ReadonlyMap<string, string>,
  zone: string,
): Promise<string | null> {
  const from = stepOf(slot.startsAt);
  const held = { from, to: from + stepsOf(slot.minutes) };
  const wide = { from, to: held.to + stepsOf(slot.buffer) };
  const taken = await takenBetween(writer, wide);
  const isClash = (key: string, { kind, who, ...span }: TakenSpan): boolean => {
    if (`${kind} ${who}` !== key) return false;
    const own = key === `person ${slot.accountId}` ? held : wide;
    return span.from < own.to && own.from < span.to;
  };
  // The room is named first, on both engines.
  const clashes = [...names.keys()].flatMap((key) => taken.filter((span) => isClash(key, span)).slice(0, 1));
  const [other] = clashes;
  if (other === undefined) return null;
  const clock = (step: number) => localText(step * stepMs, zone).slice(11, 16);
  return `${names.get(`${other.kind} ${other.who}`)} is taken from ${clock(other.from)} to ${clock(other.to)}`;
}

/**
 * The own time is given up first: the next one may overlap it.
 * @param names of room, student and examiners, by kind and id
 * @throws 409 naming who or what is taken
 */
export async function replaceSlot(
  writer: Writer,
  { slot, next, names }: { slot: { id: number } | null; next: NewSlot; names: ReadonlyMap<string, string> },
  { zone, ...by }: { zone: string; by: number; at: number },
): Promise<void> {
  if (slot !== null) await removeSlots(writer, [slot.id]);
  const clash = await clashOf(writer, next, names, zone);
  if (clash !== null) throw httpErrors.conflict(`${clash}.`);
  await insertSlots(writer, [next], by);
}
