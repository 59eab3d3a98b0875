import type { DemoName } from '#contract/demo-accounts';
import { demoScreens, type DemoScreen } from '#web/gallery/demo-screens';

/** The screens that load data, each with a demo account that has something to see there. */
export const mockedScreens = demoScreens.filter(
  (screen): screen is DemoScreen & { as: DemoName } => screen.mocked === true && screen.as !== undefined,
);
