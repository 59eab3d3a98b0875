/** A location in an import file; lines and columns count from 1. */
export type SourceLocation = { file: string; line: number; column: number };

/** A validation error in an import file; the message says what is wrong and what is allowed. */
export type ImportError = SourceLocation & { message: string };

/** Where a part of a file begins, and its own parts by their keys. */
export type Place = { line: number; column: number; parts?: Record<string, Place> };

/** A valid record as plain data, which one thread can hand to another. */
export type Placed<T> = { value: T; place: Place };

/** A valid record with the source locations of its parts. */
export type Located<T> = {
  value: T;
  /** The location of a part; the record's own without a path, or when the part is absent. */
  at(...path: PropertyKey[]): SourceLocation;
};

/** The record with its parts' locations in the file that it is of. */
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

/** An error as `file:line:column: message`, which editors turn into a link. */
export function formatImportError({ file, line, column, message }: ImportError): string {
  return `${file}:${line}:${column}: ${message}`;
}

/** An import that was rejected as a whole, with all validation errors. */
export class ImportRefused extends Error {
  readonly faults: readonly ImportError[];

  constructor(faults: readonly ImportError[]) {
    super(faults.map(formatImportError).join('\n'));
    this.faults = faults;
  }
}
