import type { Act } from './plan.ts';

/** Something that was pressed in an order, and what shall have become of it. */
export type Entry = {
  act: Act;
  /** Unique in the run: what it wrote. A favourite writes nothing, and has the state that it asked for. */
  text: string;
  /** The question, the hand-in's week, or the marked hand-in. */
  subject: string;
  wanted?: boolean;
  /** Whether it was known to be kept before anything else happened; else it may be lost, but not doubled. */
  isKept: boolean;
};

export type Outcome = 'once' | 'not kept, and gone' | 'lost' | 'doubled' | 'out of order' | 'another value';

export const isFailure = (outcome: Outcome): boolean =>
  outcome !== 'once' && outcome !== 'not kept, and gone';
