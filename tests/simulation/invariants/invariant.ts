import type { World } from '../world.ts';

/** What must hold after a step; costly ones are looked at now and then, and at the end. */
export type Invariant = {
  name: string;
  isCostly?: true;
  /** @returns what is wrong, a sentence each */
  check: (world: World) => Promise<string[]> | string[];
};

export const readerOf = ({ portal }: World) => portal.context.database.reader;
