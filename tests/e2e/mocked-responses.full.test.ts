import { mockedScreens } from '#support/mocked-screens';
import { walkMocked } from './mocked-steps.ts';
import { test } from './portal.ts';

test.use({ seed: 'demo', readsOnly: true, isRendering: false });

const half = Math.ceil(mockedScreens.length / 2);
for (const screens of [mockedScreens.slice(0, half), mockedScreens.slice(half)]) {
  const names = screens.map(({ name }) => name).join(', ');
  test(`while calls load, once they failed, and once they are refused: a heading, a way on, no accessibility violation: ${names}`, async ({
    portal,
    page,
    complaints,
  }, info) => {
    test.setTimeout(600_000);
    await walkMocked(portal, page, screens, info);
    // The browser reports each refused call.
    complaints.splice(0);
  });
}
