declare module 'zip-stream' {
  import type { Readable, Transform } from 'node:stream';

  type Options = { zlib?: { level?: number }; forceZip64?: boolean };
  type EntryData = { name: string; date?: Date };

  export default class ZipStream extends Transform {
    constructor(options?: Options);
    entry(
      source: Buffer | string | Readable,
      data: EntryData,
      callback: (error: Error | null | undefined) => void,
    ): this | undefined;
    finalize(): void;
  }
}
