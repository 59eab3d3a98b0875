import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../node24.mjs';
import { mutations } from './mutations.ts';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** Taking guards away takes minutes: `npm run test:mutation`. That there is something to take away is checked each time. */
test('each guard stands exactly once where the list says, and the tests that name it are there', () => {
  const wrong = mutations.flatMap(({ guard, file, take, put, tests }) => {
    const count = existsSync(path.join(root, file)) ? read(file).split(take).length - 1 : 0;
    return [
      ...(count === 1 ? [] : [`${guard}: stands ${count} times in ${file}`]),
      ...(take === put ? [`${guard}: nothing is changed`] : []),
      ...tests.filter((name) => !existsSync(path.join(root, name))).map((name) => `${guard}: no ${name}`),
    ];
  });
  expect(wrong).toEqual([]);
});

test('there are at least a hundred of them, each with a name of its own', () => {
  expect(mutations.length).toBeGreaterThanOrEqual(100);
  expect(new Set(mutations.map(({ guard }) => guard)).size).toBe(mutations.length);
});
