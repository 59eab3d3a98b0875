import { Transform, Writable, type Readable } from 'node:stream';
import { createContext } from 'react-router';

/** Where a page's HTML goes, past the response of the framework: a web stream costs more than the page's data. */
export type PageOutput = {
  /** How long the page may be. */
  maxBytes: number;
  html: Buffer | Readable | null;
  /** Aborted when the page is wanted no more, or has failed: it ends loaders, the data of the page and its rendering. */
  stopping: AbortController;
};
export const outputContext = createContext<PageOutput>();

class PageTooLarge extends Error {
  override name = 'PageTooLarge';
}

function tooLong(maxBytes: number): PageTooLarge {
  return new PageTooLarge(`The page is longer than ${maxBytes} bytes.`);
}

/** Collects a page in memory; fails when it grows longer than a number of bytes. */
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
    if (this.#bytes > this.#maxBytes) return done(tooLong(this.#maxBytes));
    this.#parts.push(part);
    done();
  }

  collected(): Buffer {
    return Buffer.concat(this.#parts, this.#bytes);
  }
}

/** Hands a page on piece by piece; stops it when it grows longer than it may. */
export function streamPage({ maxBytes, stopping }: PageOutput): Transform {
  let bytes = 0;
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      bytes += part.length;
      // Not at once: React, which is writing, is not to be called meanwhile.
      if (bytes > maxBytes) setImmediate(() => stopping.abort(tooLong(maxBytes)));
      done(null, part);
    },
  });
}
