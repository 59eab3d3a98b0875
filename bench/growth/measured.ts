import { randomUUID } from 'node:crypto';
import { paths } from '#contract/all-paths';
import { fillPath } from '#contract/fill-path';
import type { EndpointName } from '#contract/wire/endpoints';
import type { Student } from '../students.ts';
import type { World } from './seed.ts';

export type Sent = {
  method: string;
  path: string;
  as: Student | null;
  headers?: Record<string, string>;
  body?: unknown;
};

/** One call, measured in one way: `request` is what is sent for the `n`th time, and must succeed. */
export type Measured = {
  name: EndpointName | 'page';
  what: string;
  request(world: World, n: number): Sent;
  /** How often it can be done at most, where rows or a password's hash bound it. */
  atMost?: number;
};

export type Role = 'student' | 'mentor' | 'administrator';
export type Of<T> = (world: World, n: number) => T;

export type Options = {
  as?: Role | Of<Student | null>;
  /** A text, and a query that follows from the world. */
  query?: string | Of<string>;
  /** Parameters of the path that are not the student's own address, the batch, the course or the project. */
  params?: Of<Record<string, string>>;
  body?: Of<unknown>;
  headers?: Record<string, string>;
  /** Added to the call's name. */
  what?: string;
  atMost?: number;
};

export function call(name: EndpointName, options: Options = {}): Measured {
  const { as = 'student', query = '', params, body, what = '', atMost } = options;
  const { method, path } = paths[name];
  return {
    name,
    what: what === '' ? name : `${name}, ${what}`,
    ...(atMost !== undefined && { atMost }),
    request(world, n) {
      const { student, batch, course, project } = world;
      const usual = { s_id: student.email, batch, course, p_id: project, task: 'week-1' };
      return {
        method,
        path:
          fillPath(path, { ...usual, ...params?.(world, n) }) +
          (typeof query === 'string' ? query : query(world, n)),
        as: typeof as === 'string' ? world[as] : as(world, n),
        headers: { ...(method !== 'GET' && { 'idempotency-key': randomUUID() }), ...options.headers },
        body: body?.(world, n),
      };
    },
  };
}

/** A call with several queries, by what each asks for. */
export function lists(
  name: EndpointName,
  queries: Record<string, string | Of<string>>,
  options: Options = {},
) {
  return Object.entries(queries).map(([what, query]) => call(name, { ...options, what, query }));
}
