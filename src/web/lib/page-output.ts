import { Writable, type Readable } from 'node:stream';
import { createContext } from 'react-router';

/** Where a page's HTML goes, past the response of the framework: a web stream costs more than the page's data. */
export type PageOutput = { maxBytes: number; html: Buffer | Readable | null };
export const outputContext = createContext<PageOutput>();

/** Collects a page in memory, up to a number of bytes. */
export class PageCollector extends Writable {
  readonly #maxBytes: number;
  #parts: Uint8Array[] = [];
  #bytes = 0;

  constructor(maxBytes: number) {
    super({ highWaterMark: Number.MAX_SAFE_INTEGER });
    this.#maxBytes = maxBytes;
  }

  override _write(part: Buffer, _encoding: string, done: (error?: Error) => void): void {
    this.#bytes += part.length;
    if (this.#bytes > this.#maxBytes)
      return done(new Error(`The page is longer than ${this.#maxBytes} bytes.`));
    this.#parts.push(part);
    done();
  }

  collected(): Buffer {
    return Buffer.concat(this.#parts, this.#bytes);
  }
}
