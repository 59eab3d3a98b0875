import type { FastifyServerOptions } from 'fastify';

export type LogLine = {
  level: number;
  msg: string;
  route?: string;
  err?: { message: string };
  [key: string]: unknown;
};

/** A logger for the portal, and the lines that it has written at a level and above. */
export function recordLog(level = 'warn'): { lines: LogLine[]; logger: FastifyServerOptions['logger'] } {
  const lines: LogLine[] = [];
  const stream = { write: (line: string) => void lines.push(JSON.parse(line) as LogLine) };
  return { lines, logger: { level, stream } };
}
