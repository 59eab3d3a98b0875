/** Lines and columns count from 1. */
export type SourceLocation = { file: string; line: number; column: number };

/** The message says what is wrong and what is allowed. */
export type ImportError = SourceLocation & { message: string };

/** Where a part of a file begins, and its own parts by key. */
export type Place = { line: number; column: number; parts?: Record<string, Place> };

/** A valid record as plain data, which can pass between threads. */
export type Placed<T> = { value: T; place: Place };

/** A valid record with the locations of its parts. */
export type Located<T> = {
  value: T;
  /** A part's location; the record's own without a path, or for an absent part. */
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

/** `file:line:column: message`, which editors turn into a link. */
export function formatImportError({ file, line, column, message }: ImportError): string {
  return `${file}:${line}:${column}: ${message}`;
}

/** An import rejected as a whole, with all validation errors. */
export class ImportRefused extends Error {
  readonly faults: readonly ImportError[];

  constructor(faults: readonly ImportError[]) {
    super(faults.map(formatImportError).join('\n'));
    this.faults = faults;
  }
}
