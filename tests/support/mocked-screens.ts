import type { DemoName } from '#contract/demo-accounts';
import { demoScreens } from './demo-screens.ts';

type Screen = (typeof demoScreens)[number];

/** The screens that load data, each with a demo account that has something to see there. */
export const mockedScreens = demoScreens.filter(
  (screen): screen is Screen & { as: DemoName } => screen.mocked === true && screen.as !== undefined,
);
