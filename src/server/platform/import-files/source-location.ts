import type { z } from 'zod';

/** Counted from 1. */
export type SourceLocation = { file: string; line: number; column: number };

export type ImportError = SourceLocation & { message: string };

export type Place = { line: number; column: number; parts?: Record<string, Place> };

/** Plain data can pass between threads. */
export type Placed<T> = { value: T; place: Place };

export type Located<T> = {
  value: T;
  /** An absent part has the record's location. */
  at(...path: PropertyKey[]): SourceLocation;
};

export function locate<T>(file: string, { value, place }: Placed<T>): Located<T> {
  return {
    value,
    at(...path) {
      let { line, column, parts } = place;
      for (const key of path) {
        const part = parts !== undefined && Object.hasOwn(parts, key) ? parts[String(key)] : undefined;
        if (part === undefined) break;
        ({ line, column, parts } = part);
      }
      return { file, line, column };
    },
  };
}

/** Editors turn it into a link. */
export function formatImportError({ file, line, column, message }: ImportError): string {
  return `${file}:${line}:${column}: ${message}`;
}

export class ImportRefused extends Error {
  readonly faults: readonly ImportError[];

  constructor(faults: readonly ImportError[]) {
    super(faults.map(formatImportError).join('\n'));
    this.faults = faults;
  }
}

export function issueMessage(issue: z.core.$ZodIssue): string {
  const parts = issue.path.map((part) =>
    typeof part === 'number' ? `entry ${part + 1},` : `"${String(part)}"`,
  );
  const way = parts.join(', ').replaceAll(',,', ',');
  return way === '' ? issue.message : `${way} ${issue.message}`;
}
