import { mockedScreens } from '#support/mocked-screens';
import { walkMocked } from './mocked-steps.ts';
import { test } from './portal.ts';

test.use({ seed: 'demo', readsOnly: true, isRendering: false });

/** One of students, one of staff: other screens load, fail and refuse by the same parts, as `mocked-responses.full.test.ts` shows. */
const names = ['weekly-week2', 'submissions'];

test(`while calls load, once they failed, and once they are refused: a heading, a way on, no accessibility violation: ${names.join(', ')}`, async ({
  portal,
  page,
  complaints,
}, info) => {
  await walkMocked(
    portal,
    page,
    mockedScreens.filter(({ name }) => names.includes(name)),
    info,
  );
  // The browser reports each refused call.
  complaints.splice(0);
});
