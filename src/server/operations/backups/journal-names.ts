import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Claim } from './backup-place.ts';

const padded = (number: number, digits: number): string => String(number).padStart(digits, '0');

export const claimFile = (number: number): string => `${padded(number, 6)}.json`;

/** Never given twice, so that two portals cannot write into one line. */
export const lineName = (number: number): string => `${padded(number, 6)}-${randomBytes(6).toString('hex')}`;

/** A try that was cut off leaves a segment without a successor; the next one has a name of its own. */
export const segmentName = (number: number): string =>
  `${padded(number, 9)}-${randomBytes(4).toString('hex')}.jsonl.gz`;

export const isSegmentName = (name: string): boolean => /^\d{9}-[0-9a-f]{8}\.jsonl\.gz$/.test(name);

export const numberOfSegment = (name: string): number => Number.parseInt(name, 10);

const claim = z.object({
  number: z.number(),
  line: z.string().regex(/^\d{6}-[0-9a-f]{12}$/),
  at: z.string(),
});

/** Null for one that was not written whole. */
export function parseClaim(text: string): Claim | null {
  try {
    return claim.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
