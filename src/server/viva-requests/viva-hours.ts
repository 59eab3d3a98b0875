import { hourMs, dayMs } from '#contract/durations';
import { isoInstant } from '#contract/dates';
import { newPlan, stepMinutes } from '#contract/vivas/plan';
import type { AskedViva, VivaOffer } from '#contract/progress/viva-offer-calls';
import { lockBatchById } from '../courses/batch-queries.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { localClock, localMoment, localText } from '../platform/zoned-time.ts';
import type { VivaHours } from '../progress/time/viva-hours.ts';
import { openRequestOf } from '../submissions/extension-requests.ts';
import { freePlaces, placeAt, twoPlaces, type FreeRequest } from '../vivas/free-places.ts';
import {
  holdOffer,
  isHeld,
  offersOfRequest,
  panelOfOffer,
  releaseLapsed,
  releaseOffers,
  type OfferRow,
} from '../vivas/offer-rows.ts';
import { localMinute, stepMs, stepOf } from '../vivas/plan-hours.ts';
import { guardOf, readPlan, type StoredPlan } from '../vivas/plan-rows.ts';
import { tellTimes } from '../vivas/publish-vivas.ts';
import { freeFor, readTaken } from '../vivas/read-free.ts';
import { missedOf, repeatedBy } from '../vivas/repeats.ts';
import type { Span } from '../vivas/spans.ts';
import {
  insertSlots,
  panelsOf,
  removeSlots,
  slotOfStudent,
  slotPlaces,
  type TakenSpan,
} from '../vivas/slot-rows.ts';

/** How long an offer is held. */
export const holdMs = dayMs;
const offeredTimes = 2;

type Slot = NonNullable<Awaited<ReturnType<typeof slotOfStudent>>[number]>;

async function ownSlot(reader: Reader | Writer, accountId: number) {
  const [slot] = await slotOfStudent(reader, { accountId });
  if (slot === undefined) return null;
  const panel = (await panelsOf(reader, [slot.id])).get(slot.id) ?? [];
  return { slot, panel: panel.map(({ id }) => id) };
}

/** The last instant at which a student can change a viva that starts then. */
export async function askUntil(
  reader: Reader | Writer,
  { batchId, startsAt }: { batchId: number; startsAt: number },
): Promise<number> {
  return startsAt - (await guardOf(reader, batchId)) * hourMs;
}

/** An offer whose day is over has lapsed, also before the job has released it. */
export function presentOffer(row: OfferRow, { zone, now }: { zone: string; now: number }): VivaOffer {
  const isOver = (row.state === 'held' || row.state === 'picked') && !isHeld(row, now);
  return {
    id: String(row.id),
    starts_at: isoInstant(row.startsAt),
    local: localMinute(row.startsAt, zone),
    minutes: row.minutes,
    room: row.room,
    state: isOver ? 'lapsed' : row.state,
    held_until: isoInstant(row.heldUntil),
  };
}

/** Why there is no place at an hour, in words. */
function whyNot(free: FreeRequest, from: number, zone: string): string {
  const taken = { from, to: from + free.length + free.buffer };
  const isFree = (busy: FreeRequest['busy'], to = taken.to) =>
    !busy.some((span) => span.from < to && from < span.to);
  const clock = localClock(from * stepMs, zone);
  if (!isFree(free.busy, from + free.length)) return `The student is elsewhere at ${clock}.`;
  if (!free.rooms.some(({ busy }) => isFree(busy))) return `Every room is taken at ${clock}.`;
  const count = free.examiners.filter(({ busy }) => isFree(busy)).length;
  return `At ${clock} the number of free examiners is ${count}, and this viva needs ${free.panelSize}.`;
}

/** The office may give an hour at which examiners are not planned; only what is taken refuses. */
const atAnyHour = (free: FreeRequest): FreeRequest => ({
  ...free,
  examiners: free.examiners.map((one) => ({ ...one, hours: null })),
});

const placeFor = (free: FreeRequest, at: number) => placeAt(free, at) ?? placeAt(atAnyHour(free), at);

async function offer(
  writer: Writer,
  { accountId, requestId, since, zone, now }: Parameters<VivaHours['offer']>[1],
): Promise<void> {
  const own = await ownSlot(writer, accountId);
  if (own === null) return;
  await releaseLapsed(writer, now);
  const { slot, panel } = own;
  const plan = await readPlan(writer, slot.batchId);
  // Whoever picks at the last moment is still before the guard time of the new hour.
  const earliest = Math.max(since, now + (plan.guard ?? newPlan.guard) * hourMs + holdMs);
  const dayOf = (step: number) => localText(step * stepMs, zone).slice(0, 10);
  let held = 0;
  // Others may take a place at this moment: what is free is read again then.
  for (let tries = 0; held < offeredTimes && tries < 2 * offeredTimes; tries += 1) {
    const free = freeFor(plan, await readTaken(writer, plan, zone), { accountId, slot, panel, zone });
    const mine = held === 0 ? [] : await offersOfRequest(writer, { requestId });
    const { buffer } = free;
    const isNew = ({ from, to }: Span) =>
      from * stepMs !== slot.startsAt &&
      !mine.some(({ startsAt, minutes }) => {
        const begin = stepOf(startsAt);
        return begin < to + buffer && from < begin + minutes / stepMinutes + buffer;
      });
    const places = freePlaces(free, Math.ceil(earliest / stepMs), isNew);
    const found = twoPlaces(places, { buffer, dayOf }).slice(0, offeredTimes - held);
    if (found.length === 0) return;
    for (const place of found) {
      const heldUntil = now + holdMs;
      const given = { accountId, requestId, slotId: slot.id, place, buffer, heldUntil, now };
      if (await holdOffer(writer, given)) held += 1;
    }
  }
}

async function newPlaceOf(
  writer: Writer,
  own: { slot: Slot; panel: number[] },
  { accountId, requestId, startsAt, zone, now }: Parameters<VivaHours['give']>[1],
): Promise<{ roomId: number; panel: readonly number[] }> {
  const offers = await offersOfRequest(writer, { requestId });
  const offered = offers.find((one) => one.startsAt === startsAt && isHeld(one, now));
  if (offered !== undefined && offered.slotId === own.slot.id)
    return { roomId: offered.roomId, panel: await panelOfOffer(writer, offered) };
  const plan = await readPlan(writer, own.slot.batchId);
  const at = stepOf(startsAt);
  const taken = await readTaken(writer, plan, zone, [at]);
  const missed = (await missedOf(writer, [accountId])).get(accountId) ?? [];
  const avoid = repeatedBy(missed, startsAt)?.panel.map(({ id }) => id);
  const free = freeFor(plan, taken, { accountId, ...own, avoid, zone });
  const place = placeFor(free, at);
  if (place === null) throw httpErrors.conflict(whyNot(free, at, zone));
  return place;
}

async function give(writer: Writer, of: Parameters<VivaHours['give']>[1]): Promise<void> {
  const { accountId, startsAt, by, zone, now } = of;
  const refuse = (message: string) => httpErrors.invalidFields(message, [{ name: 'until', message }]);
  if (startsAt % stepMs !== 0) throw refuse(`The time must be a multiple of ${stepMinutes} minutes.`);
  if (startsAt <= now) throw refuse('Choose a time from now on.');
  const own = await ownSlot(writer, accountId);
  if (own === null) throw httpErrors.conflict('This student has no time in the plan. Give one there.');
  const { slot } = own;
  const { batchId } = slot;
  await lockBatchById(writer, batchId);
  await releaseLapsed(writer, now);
  if (slot.startsAt !== startsAt) {
    const { roomId, panel } = await newPlaceOf(writer, own, of);
    // The own time is given up first, with what is offered in its place: a move may overlap both.
    await removeSlots(writer, [slot.id]);
    const { minutes, buffer } = slot;
    await insertSlots(writer, [{ batchId, accountId, roomId, startsAt, minutes, buffer, panel }], {
      by,
      at: now,
    });
  } else await releaseOffers(writer, await offersOfRequest(writer, of));
  const place = (await slotPlaces(writer, { batchId })).find((one) => one.accountId === accountId);
  if (place === undefined) throw new Error(`account ${accountId} has no place`);
  await tellTimes(writer, { first: [], moved: [place], cancelled: [] }, { batchId, by, now, zone });
}

async function readWithTaken(reader: Reader, batchId: number, zone: string) {
  const plan = await readPlan(reader, batchId);
  return { plan, taken: await readTaken(reader, plan, zone) };
}

export const vivaHours: VivaHours = {
  async requireEarly(reader, { batchId, startsAt, now, zone }) {
    const until = await askUntil(reader, { batchId, startsAt });
    if (now > until)
      throw httpErrors.conflict(
        `The time of your viva could be changed until ${localMoment(until, zone)}. Please call the office.`,
      );
  },
  offer,
  give,
  release: async (writer, { requestId }) =>
    releaseOffers(writer, await offersOfRequest(writer, { requestId })),
  async present(reader, requests, { zone, now }) {
    const shown = new Map<number, AskedViva>();
    const plans = new Map<number, { plan: StoredPlan; taken: TakenSpan[] }>();
    for (const { accountId, requestId } of requests) {
      const own = await ownSlot(reader, accountId);
      if (own === null) {
        shown.set(requestId, { local: null, room: null, offers: [] });
        continue;
      }
      const { slot } = own;
      const read = plans.get(slot.batchId) ?? (await readWithTaken(reader, slot.batchId, zone));
      plans.set(slot.batchId, read);
      const free = freeFor(read.plan, read.taken, { accountId, ...own, zone });
      const offers = await offersOfRequest(reader, { requestId });
      shown.set(requestId, {
        local: localMinute(slot.startsAt, zone),
        room: slot.room,
        offers: offers.map((row) => ({
          ...presentOffer(row, { zone, now }),
          is_free: isHeld(row, now) || placeFor(free, stepOf(row.startsAt)) !== null,
        })),
      });
    }
    return shown;
  },
  async changeOf(reader, { accountId, batchId, startsAt, now }) {
    const [request] = await openRequestOf(reader, { accountId, task: 'viva' });
    if (request === undefined)
      return now <= (await askUntil(reader, { batchId, startsAt })) ? 'may-ask' : null;
    const offers = await offersOfRequest(reader, { requestId: request.id });
    const held = offers.filter((row) => isHeld(row, now));
    if (held.some(({ state }) => state === 'picked')) return 'picked';
    return held.length > 0 ? 'choose' : 'asked';
  },
};
