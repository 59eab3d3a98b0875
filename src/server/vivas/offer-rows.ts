import { stepMinutes } from '#contract/vivas/plan';
import { minuteMs } from '#contract/durations';
import { sql } from 'kysely';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import type { Place } from './fill-plan.ts';

const stepMs = stepMinutes * minuteMs;

export const offersOfRequest = compiledQuery((db, p: { requestId: number }) =>
  db
    .selectFrom('viva_offers as offer')
    .innerJoin('viva_rooms as room', 'room.id', 'offer.room_id')
    .where('offer.request_id', '=', p.requestId)
    .orderBy('offer.starts_at')
    .select([
      'offer.id',
      'offer.account_id as accountId',
      'offer.slot_id as slotId',
      'offer.room_id as roomId',
    ])
    .select(['offer.starts_at as startsAt', 'offer.minutes', 'offer.state', 'offer.held_until as heldUntil'])
    .select('room.name as room'),
);
export type OfferRow = Awaited<ReturnType<typeof offersOfRequest>>[number];

/** Whether nobody else can have it: also before the job has released it. */
export const isHeld = ({ state, heldUntil }: OfferRow, now: number): boolean =>
  (state === 'held' || state === 'picked') && heldUntil > now;

/** Of rooms and examiners, by offers; some may have lapsed. */
export const heldBetween = compiledQuery((db, p: { from: number; to: number }) =>
  db
    .selectFrom('viva_offers as offer')
    .innerJoin('viva_steps as steps', (join) =>
      join.onRef('steps.slot_id', '=', 'offer.slot_id').onRef('steps.offer_id', '=', 'offer.id'),
    )
    .innerJoin('viva_slots as slot', 'slot.id', 'offer.slot_id')
    // Literals, as in the partial index.
    .where('offer.state', 'in', [sql.lit('held' as const), sql.lit('picked' as const)])
    .where('offer.starts_at', '>=', p.from)
    .where('offer.starts_at', '<', p.to)
    .groupBy(['steps.kind', 'steps.who', 'offer.id', 'offer.slot_id', 'slot.batch_id'])
    .select(['steps.kind', 'steps.who', 'offer.slot_id as slotId', 'slot.batch_id as batchId'])
    .select(({ fn }) => [fn.min<number>('steps.step').as('from'), fn.max<number>('steps.step').as('last')]),
);

/** The examiners for whom an offer is held. */
export async function panelOfOffer(
  reader: Reader | Writer,
  { id, slotId }: Pick<OfferRow, 'id' | 'slotId'>,
): Promise<number[]> {
  const rows = await reader
    .selectFrom('viva_steps')
    .where('slot_id', '=', slotId)
    .where('offer_id', '=', id)
    .where('kind', '=', 'person')
    .groupBy('who')
    .orderBy('who')
    .select('who')
    .execute();
  return rows.map(({ who }) => who);
}

async function removeSteps(
  writer: Writer,
  offers: readonly Pick<OfferRow, 'id' | 'slotId'>[],
): Promise<void> {
  for (const { id, slotId } of offers)
    await writer.deleteFrom('viva_steps').where('slot_id', '=', slotId).where('offer_id', '=', id).execute();
}

/** Ends offers whose day is over, so that others get their times. */
export async function releaseLapsed(writer: Writer, now: number): Promise<void> {
  const lapsed = await writer
    .updateTable('viva_offers')
    .set({ state: 'lapsed' })
    .where('state', 'in', ['held', 'picked'])
    .where('held_until', '<=', now)
    .returning(['id', 'slot_id as slotId'])
    .execute();
  await removeSteps(writer, lapsed);
}

/** Those that the student did not pick, and those of an answered request. */
export async function releaseOffers(writer: Writer, offers: readonly OfferRow[]): Promise<void> {
  const held = offers.filter(({ state }) => state === 'held' || state === 'picked');
  if (held.length === 0) return;
  await writer
    .updateTable('viva_offers')
    .set({ state: 'refused' })
    .where(
      'id',
      'in',
      held.map(({ id }) => id),
    )
    .execute();
  await removeSteps(writer, held);
}

export async function pickOffer(writer: Writer, id: number, heldUntil: number): Promise<void> {
  await writer
    .updateTable('viva_offers')
    .set({ state: 'picked', held_until: heldUntil })
    .where('id', '=', id)
    .execute();
}

type NewOffer = {
  accountId: number;
  requestId: number;
  slotId: number;
  /** In steps. */
  place: Place;
  /** Steps. */
  buffer: number;
  heldUntil: number;
  now: number;
};

/** Holds room and examiners. @returns whether nobody else had them at this moment */
export async function holdOffer(writer: Writer, offer: NewOffer): Promise<boolean> {
  const { accountId, requestId, slotId, place, buffer, heldUntil, now } = offer;
  const { id } = await writer
    .insertInto('viva_offers')
    .values({
      account_id: accountId,
      request_id: requestId,
      slot_id: slotId,
      room_id: place.roomId,
      starts_at: place.from * stepMs,
      minutes: (place.to - place.from) * stepMinutes,
      buffer: buffer * stepMinutes,
      state: 'held',
      held_until: heldUntil,
      offered_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const steps = Array.from({ length: place.to - place.from + buffer }, (_, index) => place.from + index);
  // In the order of `stepsTaken`: another one is a deadlock.
  const taken = [
    { kind: 'room' as const, who: place.roomId },
    ...place.panel.map((who) => ({ kind: 'person' as const, who })),
  ].flatMap((of) => steps.map((step) => ({ ...of, step, slot_id: slotId, offer_id: id })));
  // A violation would end the transaction on PostgreSQL, and the request with it.
  const inserted = await writer
    .insertInto('viva_steps')
    .values(taken)
    .onConflict((on) => on.columns(['kind', 'who', 'step']).doNothing())
    .returning('step')
    .execute();
  if (inserted.length === taken.length) return true;
  await removeSteps(writer, [{ id, slotId }]);
  await writer.deleteFrom('viva_offers').where('id', '=', id).execute();
  return false;
}
