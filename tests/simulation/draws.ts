import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** Numbers from 0 (inclusive) to 1, the same for each seed (mulberry32). */
export type Draw = () => number;

export function makeDraw(seed: number): Draw {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const below = (draw: Draw, end: number): number => Math.floor(draw() * end);

/** One of a list; undefined of an empty one. */
export const oneOf = <T>(draw: Draw, list: readonly T[]): T | undefined => list[below(draw, list.length)];

const hexOf = (bytes: Buffer): string => bytes.toString('hex');

/**
 * Ids, tokens and waits of the portal come from the seed until the returned function is called.
 */
export function seedRandomness(seed: number): () => void {
  const draw = makeDraw(seed);
  const { randomBytes, randomUUID, randomInt } = crypto;
  const { random } = Math;
  const bytes = (size: number): Buffer => Buffer.from(Array.from({ length: size }, () => below(draw, 256)));
  const uuid = (): string => {
    const hex = hexOf(bytes(16));
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
  };
  Object.assign(crypto, {
    randomBytes: bytes,
    randomUUID: uuid,
    randomInt: (least: number, end?: number) =>
      end === undefined ? below(draw, least) : least + below(draw, end - least),
  });
  // Waits in the background draw when the machine's time lets them: no id may depend on that.
  Math.random = makeDraw(seed + 1);
  syncBuiltinESMExports();
  return () => {
    Object.assign(crypto, { randomBytes, randomUUID, randomInt });
    Math.random = random;
    syncBuiltinESMExports();
  };
}
