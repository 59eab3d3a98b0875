/** Where something stands in an operator's file; lines and columns count from 1. */
export type SourceLocation = { file: string; line: number; column: number };

/** Something in an operator's file that cannot be taken: what is wrong, and what is allowed. */
export type ImportError = SourceLocation & { message: string };

/** A checked record with the places of its parts. */
export type Located<T> = {
  value: T;
  /** Where a part stands; the record's own place without a key, or when the part is not there. */
  at(...path: PropertyKey[]): SourceLocation;
};

/** A fault as operators read it, in the form that editors jump to. */
export function formatImportError({ file, line, column, message }: ImportError): string {
  return `${file}:${line}:${column}: ${message}`;
}

/** An import that was refused as a whole, with everything that is wrong. */
export class ImportRefused extends Error {
  readonly faults: readonly ImportError[];

  constructor(faults: readonly ImportError[]) {
    super(faults.map(formatImportError).join('\n'));
    this.faults = faults;
  }
}
