import { checkPlan } from '#contract/vivas/plan';
import * as calls from '#contract/vivas/plan-calls';
import { ownBatchOf } from '../accounts/policy.ts';
import { act, read } from '../accounts/sessions/act.ts';
import { lockBatchById } from '../courses/batch-queries.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { officeBatch } from '../results/result-rule.ts';
import { giveTimes } from './planning.ts';
import { readPlan, storePlan, writtenPlan } from './plan-rows.ts';
import { presentPlan } from './present-plan.ts';

type Context = { settings: { academyZone: string }; clock: { now(): number } };

const momentOf = ({ settings, clock }: Context) => ({ zone: settings.academyZone, now: clock.now() });

export const planCalls = [
  read(calls.readVivaPlan, {
    who: ownBatchOf,
    run: ({ context, resource: { batch }, query: { day, student, find } }) =>
      presentPlan(context.database.reader, {
        batch,
        ...momentOf(context),
        day: day ?? null,
        student,
        find,
      }),
  }),

  act(calls.setVivaPlan, {
    who: officeBatch,
    changes: {
      async stored(writer, { resource: { batch } }) {
        await lockBatchById(writer, batch.id);
        return writtenPlan(await readPlan(writer, batch.id));
      },
      message: 'The plan was changed in the meantime. Your changes are not saved yet.',
      current: (writer, { context, resource: { batch } }) =>
        presentPlan(writer, { batch, ...momentOf(context), day: null }),
    },
    audit: 'set-viva-plan',
    async run(writer, { resource: { batch, viewer }, body, stored, now }) {
      const { began: _, ...typed } = body;
      const plan = { ...typed, guard: typed.guard ?? stored.guard };
      const problems = checkPlan(plan).map(({ at, message }) => ({ name: at, message }));
      const [first] = problems;
      if (first !== undefined) throw httpErrors.invalidFields(first.message, problems);
      await storePlan(writer, batch.id, plan, { by: viewer.accountId, at: now });
      return { id: batch.id, audit: { subject: batch.name, before: stored, after: plan } };
    },
    answer: (reader, { context, resource: { batch } }) =>
      presentPlan(reader, { batch, ...momentOf(context), day: null }),
  }),

  act(calls.planVivas, {
    who: officeBatch,
    audit: 'plan-vivas',
    async run(writer, { context, resource: { batch, viewer }, body: { order, seed }, now }) {
      if (order === 'draw' && seed === '') {
        const message = 'A draw needs a seed: a word or a number that everybody may know';
        throw httpErrors.invalidFields(message, [{ name: 'seed', message }]);
      }
      await lockBatchById(writer, batch.id);
      const { placed, unplaced } = await giveTimes(
        writer,
        batch.id,
        { order, seed },
        { zone: context.settings.academyZone, by: viewer.accountId, at: now },
      );
      const after = {
        order,
        ...(order === 'draw' && { seed }),
        placed: placed.length,
        unplaced: unplaced.length,
      };
      return { id: batch.id, audit: { subject: batch.name, before: null, after } };
    },
    taken: () => 'One of these times was given away at this moment. Try again.',
    answer: (reader, { context, resource: { batch } }) =>
      presentPlan(reader, { batch, ...momentOf(context), day: null }),
  }),
];
