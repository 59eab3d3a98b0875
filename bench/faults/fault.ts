import type { Kind } from '../class/journal.ts';
import type { World, WorldKind } from './world.ts';

/** Something that stops, breaks or fills while a class works, and what must hold meanwhile. */
export type Fault = {
  name: string;
  world: WorldKind;
  /** How long it lasts; `--seconds` takes its place. */
  seconds: number;
  /** Brings the world to where the fault begins. */
  prepare?: (world: World) => Promise<void>;
  /** The fault itself; it resolves at the instant when it is over. */
  run: (world: World, holdMs: number) => Promise<void>;
  /** Brings the world back to where the next fault can begin. */
  heal?: (world: World) => Promise<void>;
  /** Why it cannot be run here; null when it can. */
  hindrance?: (world: World) => string | null;
  /** How soon after its end every machine must do everything again. */
  backWithinMs: number;
  /** Whether requests may be refused with 503 and Retry-After. */
  mayRefuse: boolean;
  /** Whether what was under way at a machine that died may fail: the balancer repeats nothing. */
  mayBreak?: boolean;
  /** What goes on all the time, with pauses of at most this length. */
  steady?: { kinds: readonly Kind[]; maxGapMs: number };
};
