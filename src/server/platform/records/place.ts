/** Where something stands in an operator's file; lines and columns count from 1. */
export type Place = { file: string; line: number; column: number };

/** Something in an operator's file that cannot be taken: what is wrong, and what is allowed. */
export type Fault = Place & { message: string };

/** A checked record with the places of its parts. */
export type Placed<T> = {
  value: T;
  /** Where a part stands; the record's own place without a key, or when the part is not there. */
  at(...path: PropertyKey[]): Place;
};

/** A fault as operators read it, in the form that editors jump to. */
export function faultLine({ file, line, column, message }: Fault): string {
  return `${file}:${line}:${column}: ${message}`;
}

/** An import that was refused as a whole, with everything that is wrong. */
export class ImportRefused extends Error {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(faults.map(faultLine).join('\n'));
    this.faults = faults;
  }
}
