import { doublePresses } from './double-presses.ts';
import { test } from './portal.ts';
import { pressEachTwice } from './promise-steps.ts';

test.use({ seed: 'demo', viewport: { width: 390, height: 844 } });

test('a double press does one thing on every other form as well', ({ page, portal }) =>
  pressEachTwice(
    portal,
    page,
    doublePresses.filter(({ isInEveryRun }) => !isInEveryRun),
  ));
