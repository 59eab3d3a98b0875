import { test } from './portal.ts';
import { chooseProject, submitWeek } from './no-script-signed-in-steps.ts';

test.use({ seed: 'demo' });

test("submitting a week's work of 5 MB without scripts", ({ browser, portal }) =>
  submitWeek(browser, portal, false));

test('choosing a project with scripts that come after it', { tag: '@full' }, ({ browser, portal }) =>
  chooseProject(browser, portal),
);
