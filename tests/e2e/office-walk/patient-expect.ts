import { expect as plain } from '@playwright/test';

/** Waits as long as the journeys' configuration says, also outside of their runner: a busy machine is slow, not wrong. */
export const expect = plain.configure({ timeout: 20_000 });
