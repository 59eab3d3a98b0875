import { expect, test } from 'vitest';
import { buildStudent } from '#support/factories';
import { makeTestContext } from '#support/test-app';
import { freeKey, makeOnce, type KeyedRequest } from './make-once.ts';

test('a change that found nothing to do keeps its key until it is freed', async () => {
  const { context } = await makeTestContext();
  const { id: accountId } = await buildStudent(context);
  const request: KeyedRequest = { accountId, kind: 'PUT /a', key: 'k', content: ['a'], now: 1 };
  let made = 0;
  const make = (result: number | null) =>
    context.database.transaction((writer) =>
      makeOnce(writer, request, async () => {
        made += 1;
        return result;
      }),
    );
  expect(await make(null)).toBeNull();
  expect([await make(7), made], 'a repetition').toEqual([0, 1]);
  await freeKey(context, request);
  expect([await make(7), await make(8), made]).toEqual([7, 7, 2]);
});
