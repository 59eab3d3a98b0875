import { clashesOf, holdKey, holdsOf, takenWords } from '#contract/vivas/clashes';
import type { Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { localClock } from '../platform/zoned-time.ts';
import { releaseLapsed } from './offer-rows.ts';
import { stepMs, stepOf, stepsOf } from './plan-hours.ts';
import { insertSlots, removeSlots, takenBetween, type NewSlot } from './slot-rows.ts';

/** Who or what is somewhere else at this time, in words; null for nobody. */
async function clashOf(
  writer: Writer,
  { startsAt, minutes, buffer, roomId, accountId, panel }: NewSlot,
  names: ReadonlyMap<string, string>,
  zone: string,
): Promise<string | null> {
  const viva = { from: stepOf(startsAt), length: stepsOf(minutes), buffer: stepsOf(buffer) };
  const wide = { from: viva.from, to: viva.from + viva.length + viva.buffer };
  const taken = (await takenBetween(writer, wide)).map(({ kind, who, from, to }) => ({
    key: holdKey(kind, who),
    from,
    to,
  }));
  const [other] = clashesOf(holdsOf({ ...viva, room: roomId, student: accountId, panel }), taken);
  if (other === undefined) return null;
  const clock = (step: number) => localClock(step * stepMs, zone);
  return takenWords(names.get(other.key) ?? '', clock(other.from), clock(other.to));
}

/**
 * The own time is given up first, with what is offered in its place: the next one may overlap both.
 * @param names of room, student and examiners, by kind and id
 * @throws 409 naming who or what is taken
 */
export async function replaceSlot(
  writer: Writer,
  { slot, next, names }: { slot: { id: number } | null; next: NewSlot; names: ReadonlyMap<string, string> },
  { zone, ...by }: { zone: string; by: number; at: number },
): Promise<void> {
  await releaseLapsed(writer, by.at);
  if (slot !== null) await removeSlots(writer, [slot.id]);
  const clash = await clashOf(writer, next, names, zone);
  if (clash !== null) throw httpErrors.conflict(`${clash}.`);
  await insertSlots(writer, [next], by);
}
