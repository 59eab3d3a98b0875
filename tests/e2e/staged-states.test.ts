import { AxeBuilder } from '@axe-core/playwright';
import { stageAnswers } from '#support/stage-answers';
import { signInAs, type DemoName } from './demo.ts';
import { expect, test } from './portal.ts';

test.use({ holds: 'demo' });

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Screens that ask for something, and what each says when it does not come. */
const screens: [address: string, as: DemoName][] = [
  ['/StudentDashboard', 'new'],
  ['/projectDetails/P001', 'new'],
  ['/projectOverview/P001', 'new'],
  ['/ProjectDashboard1', 'week2'],
  ['/references', 'week2'],
  ['/WeeklySubmission', 'week2'],
  ['/FinalProjectSubmission', 'final'],
  ['/viva', 'final'],
  ['/discussion/MERN-2026-11', 'week2'],
  ['/staff', 'mentor'],
];

for (const stage of ['loading', 'failed'] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`no barrier while a screen is ${stage}, ${colorScheme}`, async ({ portal, page, complaints }) => {
      test.setTimeout(180_000);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await stageAnswers(page, stage);
      for (const [address, as] of screens) {
        await test.step(address, async () => {
          await signInAs(portal, page, as);
          await page.goto(address);
          const sign =
            stage === 'loading'
              ? page.locator('main [aria-hidden="true"]')
              : page.getByRole('alert').getByRole('button', { name: 'Try again' });
          await expect(sign.first()).toBeVisible();
          const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
          const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
          expect.soft(found, address).toEqual([]);
        });
      }
      // The browser tells of each refused call.
      complaints.splice(0);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
  }
}
