import { instantOrNull, isoInstant } from '#contract/dates';
import * as calls from '#contract/viva-requests/calls';
import { self, selfOrMentor } from '../accounts/policy.ts';
import { lockAccount } from '../accounts/queries.ts';
import { act, read } from '../accounts/sessions/act.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { toldTimeOf } from '../progress/time/viva-times.ts';
import {
  answerOpenRequest,
  openRequestOf,
  presentExtensionRequest,
} from '../submissions/extension-requests.ts';
import { isHeld, offersOfRequest, pickOffer, releaseLapsed, releaseOffers } from '../vivas/offer-rows.ts';
import { askUntil, holdMs, presentOffer, vivaHours } from './viva-hours.ts';

/** The page is read again and says what is held. */
const notHeld = 'This time is no longer held for you.';

const chosenMeanwhile = 'You have chosen a time in the meantime. It is still held for you.';

type Of = { accountId: number; zone: string; now: number };

async function presentOwn(reader: Reader, { accountId, zone, now }: Of): Promise<calls.OwnVivaRequest> {
  const told = await toldTimeOf(reader, accountId);
  if (told === null) return { starts_at: null, ask_until: null, is_late: false, request: null, offers: [] };
  const until = await askUntil(reader, told);
  const [request] = await openRequestOf(reader, { accountId, task: 'viva' });
  const offers = request === undefined ? [] : await offersOfRequest(reader, { requestId: request.id });
  return {
    starts_at: instantOrNull(told.startsAt),
    ask_until: instantOrNull(until),
    is_late: now > until,
    request: request === undefined ? null : presentExtensionRequest(request),
    offers: offers.map((row) => presentOffer(row, { zone, now })),
  };
}

/** The open request, locked. @throws 409 without one, without a time and in the guard time */
async function requireOpen(writer: Writer, { accountId, zone, now }: Of) {
  await lockAccount(writer, accountId);
  const told = await toldTimeOf(writer, accountId);
  const [request] = await openRequestOf(writer, { accountId, task: 'viva' });
  if (told === null || request === undefined)
    throw httpErrors.conflict('You have no open request for another time.');
  await vivaHours.requireEarly(writer, { ...told, accountId, zone, now });
  await releaseLapsed(writer, now);
  return { request, told, offers: await offersOfRequest(writer, { requestId: request.id }) };
}

const lineOf = ({ accountId, email }: { accountId: number; email: string }, after: object | null) => ({
  subject: email,
  aboutId: accountId,
  before: null,
  after,
});

export const ownVivaRequestCalls = [
  read(calls.readVivaRequest, {
    who: selfOrMentor,
    run: ({ context: { database, settings, clock }, resource: { accountId } }) =>
      presentOwn(database.reader, { accountId, zone: settings.academyZone, now: clock.now() }),
  }),

  act(calls.pickVivaOffer, {
    who: self,
    audit: 'choose-viva-time',
    async run(writer, { context, viewer: { accountId, email }, body, now }) {
      const of = { accountId, zone: context.settings.academyZone, now };
      const { request, told, offers } = await requireOpen(writer, of);
      if (body.offer === null) {
        // A page from before the choice has the button: it meant the times that were offered.
        if (offers.some(({ state }) => state === 'picked')) throw httpErrors.conflict(chosenMeanwhile);
        await releaseOffers(writer, offers);
        return { id: request.id, audit: lineOf({ accountId, email }, null) };
      }
      const picked = offers.find(({ id }) => String(id) === body.offer);
      if (picked === undefined) throw httpErrors.notFound(notHeld);
      if (!isHeld(picked, now)) throw httpErrors.conflict(notHeld);
      const { batchId } = told;
      await vivaHours.requireEarly(writer, { ...of, batchId, startsAt: picked.startsAt });
      const others = offers.filter(({ id }) => id !== picked.id);
      await releaseOffers(writer, others);
      if (picked.state === 'held') await pickOffer(writer, picked.id, now + holdMs);
      const chosen = { starts_at: isoInstant(picked.startsAt) };
      return { id: request.id, audit: lineOf({ accountId, email }, chosen) };
    },
    answer: (reader, { context: { settings }, viewer: { accountId }, now }) =>
      presentOwn(reader, { accountId, zone: settings.academyZone, now }),
  }),

  act(calls.withdrawVivaRequest, {
    who: self,
    audit: 'withdraw-viva-request',
    async run(writer, { context, viewer: { accountId, email }, now }) {
      const of = { accountId, zone: context.settings.academyZone, now };
      const { request } = await requireOpen(writer, of);
      const answer = { at: now, by: accountId, grantedUntil: null, words: null };
      await answerOpenRequest(writer, { accountId, task: 'viva' }, answer, vivaHours);
      return { id: request.id, audit: lineOf({ accountId, email }, null) };
    },
    answer: (reader, { context: { settings }, viewer: { accountId }, now }) =>
      presentOwn(reader, { accountId, zone: settings.academyZone, now }),
  }),
];
