import { Transform, Writable, type Readable } from 'node:stream';
import { createContext } from 'react-router';

/** Past the framework's response: a web stream costs more than the page's data. */
export type PageOutput = {
  maxBytes: number;
  html: Buffer | Readable | null;
  /** Aborted when nobody wants the page, or it has failed: ends loaders and rendering. */
  stopping: AbortController;
};
export const outputContext = createContext<PageOutput>();

class PageTooLarge extends Error {
  override name = 'PageTooLarge';
}

function tooLong(maxBytes: number): PageTooLarge {
  return new PageTooLarge(`The page is longer than ${maxBytes} bytes.`);
}

/** Fails beyond a number of bytes. */
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

/** Stops a page that grows too long. */
export function streamPage({ maxBytes, stopping }: PageOutput): Transform {
  let bytes = 0;
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      bytes += part.length;
      // Not at once: React is writing.
      if (bytes > maxBytes) setImmediate(() => stopping.abort(tooLong(maxBytes)));
      done(null, part);
    },
  });
}
