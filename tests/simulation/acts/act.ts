import { tasks, type Task } from '#contract/dates';
import type { Answer } from '#support/test-app';
import { below, oneOf } from '../draws.ts';
import type { Person, Receipt, Request } from '../ledger.ts';
import type { World } from '../world.ts';

export type Plan = {
  request: Request;
  says: string;
  /** Writes into the ledger what the portal has acknowledged. */
  settle?: (answer: Answer) => void | Promise<void>;
  /** A form: what its page showed, and what was typed; undone changes of others would be lost unseen. */
  form?: { name: string; began: Record<string, unknown> | null; typed: Record<string, unknown> };
  /** Of a first answer, what every later answer under its key must have. By default its status alone. */
  lasting?: (answer: Answer) => string;
  /** Whether its key still has to get that answer. */
  isLasting?: () => boolean;
};

/** A request by somebody. Null: nothing of the kind can be done now. */
export type RequestAct = {
  name: string;
  weight: number;
  plan: (world: World) => Plan | null | Promise<Plan | null>;
};
/** What happens by itself. @returns what was done, or null */
export type WorldAct = { name: string; weight: number; run: (world: World) => Promise<string | null> };
export type Act = RequestAct | WorldAct;

export const pick = <T>({ draw }: World, list: readonly T[]): T | null => oneOf(draw, list) ?? null;
export const chance = ({ draw }: World, part: number): boolean => draw() < part;
export const upTo = ({ draw }: World, most: number): number => below(draw, most + 1);
export const anyTask = (world: World): Task => pick(world, tasks) as Task;

export const student = (world: World): Person | null => pick(world, world.ledger.of('student'));
/** Somebody of staff who may work with the batch. */
export const staffOf = (world: World, batch: string | null): Person | null =>
  pick(world, [...world.ledger.mentorsOf(batch), ...world.ledger.of('administrator')]);
export const office = (world: World): Person | null => pick(world, world.ledger.of('administrator'));

/** Of students who can still be marked. */
export const liveReceipts = (world: World): Receipt[] =>
  world.ledger.receipts.filter(({ student: { state, batch } }) => state !== 'anonymised' && batch !== null);

/** A page is of the present state mostly, sometimes an old one. */
export function pageOf(world: World, form: string): Record<string, unknown> | null {
  const values = world.ledger.forms.get(form)?.values ?? [];
  const isOld = values.length > 1 && chance(world, 0.3);
  return (isOld ? pick(world, values.slice(0, -1)) : values.at(-1)) ?? null;
}

const pad = (number: number): string => String(number).padStart(2, '0');

/** As the academy's zone (+05:30) writes it: `YYYY-MM-DDTHH:MM`. */
export function localTime(ms: number): string {
  const at = new Date(ms + 5.5 * 3_600_000);
  const day = `${at.getUTCFullYear()}-${pad(at.getUTCMonth() + 1)}-${pad(at.getUTCDate())}`;
  return `${day}T${pad(at.getUTCHours())}:${pad(at.getUTCMinutes())}`;
}
export const localDay = (ms: number): string => localTime(ms).slice(0, 10);
