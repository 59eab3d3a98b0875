import { minuteMs } from '#contract/durations';
import type { Viewer } from './viewer.ts';

/** The login itself counts as a proof. */
export const proofMs = 10 * minuteMs;

export function isProven({ provenAt }: Pick<Viewer, 'provenAt'>, now: number): boolean {
  return provenAt !== null && now - provenAt < proofMs;
}
